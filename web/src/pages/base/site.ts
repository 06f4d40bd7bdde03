/** For the dialog for embedding: the site's URL, and how to load the offline file. */
export const site: string | undefined = new URL('.', location.href).href;

export const file: (() => Promise<string>) | undefined = async () => {
  const answer = await fetch('./attention-lab.html');
  if (!answer.ok) throw new Error(`expected attention-lab.html, got HTTP ${answer.status}`);
  return answer.text();
};
