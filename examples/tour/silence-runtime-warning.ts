// The identity provider of the tour prints a warning about Node 20 when it is loaded, although it works on Node 20.
const { warn } = console
console.warn = (...words: unknown[]) => {
  if (!String(words[0]).includes("oidc-provider WARNING: Unsupported runtime")) warn(...words)
}
