/** What the playground's page can say to whoever embeds it: where the site is, and what the one file is. */
export const site: string | undefined = new URL('.', location.href).href;

export const file: (() => Promise<string>) | undefined = async () => {
  const answer = await fetch('./attention-lab.html');
  if (!answer.ok) throw new Error(`expected attention-lab.html, got HTTP ${answer.status}`);
  return answer.text();
};
