import type { Row } from "./measure-peers.ts"
import { details, ranked, table } from "./page.ts"
import { leftOut } from "./registry.ts"

export const embeddedPage = (rows: readonly Row[]): string[] => [
  "# The official adapters, measured",
  "",
  "What the conformance suite finds, at quick effort, in each official Auth.js adapter that runs without a server",
  "of its own, with its documented schema. A must is what the contract says, what the real client needs, or what",
  "makes sign-in unsafe; below the table, each adapter has the musts that failed. Where one property makes many",
  "cases fail, they count as one cause. A race that fails is real, one that passes at quick effort may still be",
  "lost. Made by `npm ci --prefix peers && npm run --prefix peers measure`. The adapters of PostgreSQL and MariaDB",
  "are measured in [benchmarks/peers-on-servers.md](benchmarks/peers-on-servers.md).",
  "",
  ...table(ranked(rows)),
  "",
  "Left out:",
  "",
  ...leftOut.map(({ package: name, reason }) => `- ${name}: ${reason}`),
  ...ranked(rows).flatMap(details),
  "",
]
