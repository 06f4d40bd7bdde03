/** What the list of the first page has beside the site's trained models: models of other pages, and files of one's own. */
export const otherModels = ['minilm', 'file', 'untrained'] as const;
export type OtherModel = (typeof otherModels)[number];
