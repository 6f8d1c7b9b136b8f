/** The variables that choose what a test does. */
const variables = ["MORTISE_TESTS", "MORTISE_SEED", "TZ"]

/**
 * The command that repeats a test, or a file without `names`, which are those of its groups and its own.
 *
 * Only a full run needs variables: the other tiers run a file as `npx vitest run` does without them.
 */
export function repeatCommand(file: string, names: readonly string[], env: NodeJS.ProcessEnv): string {
  const needed = env["MORTISE_TESTS"] === "full" ? variables : []
  const settings = needed.flatMap((name) => (env[name] ? [`${name}=${quote(env[name])}`] : []))
  const title = names.length > 0 ? ["-t", quote(`${names.map(escapePattern).join(" ")}$`)] : []
  return [...settings, "npx vitest run", quote(file), ...title].join(" ")
}

/** Vitest reads a title as a pattern. Characters that a terminal may change become a wildcard. */
const escapePattern = (name: string): string =>
  name
    .replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")
    .replace(/[\t\r\n]/g, "\\s")
    .replace(/[^\x20-\x7e]/g, ".")

/** A word for a POSIX shell. */
const quote = (word: string): string =>
  /^[\w./:=-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
