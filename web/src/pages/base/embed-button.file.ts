/** The offline file has no site with frames to embed, so it has no button for them. */
export function offerEmbedding(): void {
  document.querySelector('#embed')!.remove();
}
