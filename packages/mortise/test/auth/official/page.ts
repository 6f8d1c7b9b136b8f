import type { Feature, Shortfall } from "../support/shortfall.ts"
import { shortfalls } from "./shortfalls.ts"

type Name = keyof typeof shortfalls

const stores: Record<Name, string> = {
  drizzle: "SQLite, with its default tables",
  kysely: "SQLite, with the schema of its documentation",
  typeorm: "SQLite, with its own entities",
  unstorage: "memory, with its default options",
  pg: "a PostgreSQL server, with the tables of its documentation",
}
const features: Record<Feature, string> = { passkeys: "every case about passkeys" }

const introduction = `# The lifecycle over official adapters

\`mortise/auth\` works with any adapter. The cases that test it on Mortise's adapters also run on these five Auth.js
adapters, in \`npm run test:full\`. They are pinned development dependencies that install in seconds.

Features that need more than the contract are listed in \`auth.capabilities\`, and are the same for all five: see
[Over any adapter](./auth-adapters.md). This page lists the other differences. Each listed case runs, too, and
must fail as described. A case marked as a race may pass, because it depends on timing. Every case that is not listed
passes. Mortise's adapters pass every case. To switch to one of them, follow
[these steps](./upgrade.md#from-an-official-adapter); the first creates an index on emails.
`

/** The page that lists the shortfalls of the official adapters. */
export function officialPage(versions: Readonly<Record<string, string>>): string {
  const names = Object.keys(shortfalls) as Name[]
  const sections = names.map((name) => {
    const adapter = `@auth/${name}-adapter`
    const list: readonly Shortfall[] = shortfalls[name]
    const items = list.length === 0 ? "All cases pass.\n" : list.map(item).join("")
    return `\n## ${adapter} ${versions[adapter]}\n\nOn ${stores[name]}.\n\n${items}`
  })
  return introduction + sections.join("")
}

function item({ why, cases, racy }: Shortfall): string {
  const named = typeof cases === "string" ? [features[cases]] : cases
  return `- ${why}.${racy ? " A race." : ""}\n${named.map((name) => `  - ${name}\n`).join("")}`
}
