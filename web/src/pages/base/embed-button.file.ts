/** The offline file has no site with frames to embed, so it has no such button. */
export function offerEmbedding(): void {
  document.querySelector('#embed')!.remove();
}
