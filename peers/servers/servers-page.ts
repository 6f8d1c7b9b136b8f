import { details, ranked, table } from "../page.ts"
import type { Round } from "./measure-servers.ts"

export const serversPage = (rounds: readonly Round[]): string[] => [
  "# The official adapters on servers, measured",
  "",
  "What the conformance suite finds, at quick effort, in the official Auth.js adapters on real servers, each on a",
  "database of its own with the schema that the adapter brings or documents, and its client's default pool. The",
  "suite is the same, and read in the same way, as on [the page of those that need no server](../peers.md): a must",
  "is what the contract says, what the real client needs, or what makes sign-in unsafe, and where one property",
  "makes many cases fail, they count as one cause. A race that fails is real, one that passes at quick effort may",
  "still be lost. MariaDB's databases have the collation that Debian configures, utf8mb4_general_ci. How fast the",
  "adapters are stands in the pages beside this one.",
  "",
  `Made by \`npm ci --prefix peers && npm run --prefix peers measure -- servers\` on Node ${process.versions.node}.`,
  ...rounds.flatMap(({ engine, version, rows }) => [
    "",
    `## ${engine.title} ${version}`,
    "",
    ...table(ranked(rows)),
  ]),
  ...rounds.flatMap(({ rows }) => ranked(rows).flatMap(details)),
  "",
]
