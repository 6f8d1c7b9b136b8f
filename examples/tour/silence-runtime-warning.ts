// The identity provider of the tour warns of Node 20 when it is loaded, and works on it all the same.
const { warn } = console
console.warn = (...words: unknown[]) => {
  if (!String(words[0]).includes("oidc-provider WARNING: Unsupported runtime")) warn(...words)
}
