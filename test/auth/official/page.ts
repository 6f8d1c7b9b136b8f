import type { Feature, Shortfall } from "../support/shortfall.ts"
import { shortfalls } from "./shortfalls.ts"

type Name = keyof typeof shortfalls

const stores: Record<Name, string> = {
  drizzle: "SQLite, with the tables that it defines by default",
  kysely: "SQLite, with the schema of its documentation",
  typeorm: "SQLite, with its own entities",
  unstorage: "memory, with its default options",
  pg: "a PostgreSQL server, with the tables of its documentation",
}
const features: Record<Feature, string> = { passkeys: "every case about passkeys" }

const introduction = `# The lifecycle over official adapters

\`mortise/auth\` takes any adapter. The cases that prove it on the adapters of Mortise also run over these five of
Auth.js, in \`npm test\`: they are pinned development dependencies, since they install in seconds and compile nothing.

What needs more than the contract gives is named by \`auth.capabilities\`, and is the same for all of them: see
[Over any adapter](./auth.md#over-any-adapter). This page is about the rest. Each case below runs too and has to
fail as described, or it is taken off the list; one marked as a race may pass, because the requests in it need not
meet. Every case that is not listed passes. On the adapters of Mortise there is nothing to list.
`

/** What the official adapters cannot promise, for people who choose one. */
export function officialPage(versions: Readonly<Record<string, string>>): string {
  const names = Object.keys(shortfalls) as Name[]
  const sections = names.map((name) => {
    const adapter = `@auth/${name}-adapter`
    const list: readonly Shortfall[] = shortfalls[name]
    const items = list.length === 0 ? "Nothing is missing.\n" : list.map(item).join("")
    return `\n## ${adapter} ${versions[adapter]}\n\nOn ${stores[name]}.\n\n${items}`
  })
  return introduction + sections.join("")
}

function item({ why, cases, racy }: Shortfall): string {
  const named = typeof cases === "string" ? [features[cases]] : cases
  return `- ${why}.${racy ? " A race." : ""}\n${named.map((name) => `  - ${name}\n`).join("")}`
}
