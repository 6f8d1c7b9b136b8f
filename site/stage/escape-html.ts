/** Text of an adapter or a page for HTML. An empty line would end a block of it in Markdown. */
export const escapeHtml = (text: string): string =>
  text
    .replace(/\s+/g, " ")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
