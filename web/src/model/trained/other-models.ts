/**
 * The entries of the first page's list besides the site's trained models: models of other pages, and the visitor's
 * files.
 */
export const otherModels = ['minilm', 'file', 'untrained'] as const;
export type OtherModel = (typeof otherModels)[number];
