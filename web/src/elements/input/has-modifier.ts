/** Whether Alt, Ctrl or Meta is pressed: then the key is the browser's, such as Alt with an arrow for Back. */
export const hasModifier = ({
  altKey,
  ctrlKey,
  metaKey,
}: Pick<KeyboardEvent, 'altKey' | 'ctrlKey' | 'metaKey'>): boolean => altKey || ctrlKey || metaKey;
