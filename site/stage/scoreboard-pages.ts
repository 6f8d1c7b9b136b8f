import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type {
  CaseFacts,
  Entry,
  Finding,
  LibraryFacts,
  MeasuredEntry,
  Scoreboard,
} from "../../peers/scoreboard/scoreboard.ts"
import { root } from "../../scripts/ensure-install.mjs"
import { cell, type Page } from "./page.ts"

const file = join(root, "docs/scoreboard.json")

/** A page for each measured adapter on a store, by the address `scoreboard/<library>/<name>`; none before a measurement. */
export function scoreboardPages(): [slug: string, page: Page][] {
  if (!existsSync(file)) return []
  const { entries, libraries }: Scoreboard = JSON.parse(readFileSync(file, "utf8"))
  return [
    ["scoreboard", indexPage(entries)],
    ...entries.map((entry): [string, Page] => [
      `scoreboard/${entry.id}`,
      entryPage(entry, libraries[entry.library]),
    ]),
  ]
}

const indexPage = (entries: readonly Entry[]): Page => ({
  title: "Findings per adapter",
  description: "Every measured adapter, with each finding, its harm, evidence and reproduction.",
  body: [
    "Each page lists what one adapter does on one store. [How adapters keep the contract](/peers/) compares them.",
    "",
    ...entries.map(({ id }) => `- [${id}](/scoreboard/${id}/)`),
  ].join("\n"),
})

/** Entries name every adapter and error: in the search, they would hide the guides. The index page leads to them. */
const unsearched = { pagefind: false }

/** The page of one entry. */
export function entryPage(entry: Entry, facts: LibraryFacts): Page {
  const title = `${facts.title}: ${entry.name}`
  if (entry.problem !== undefined)
    return {
      title,
      description: "It could not be measured.",
      matter: unsearched,
      body: `It could not be measured: ${cell(entry.problem)}`,
    }
  const { package: name, version, note, clients, server, counts } = entry
  const place = [server, ...clients].filter((part) => part !== undefined).join(", ")
  return {
    title,
    description: `What ${name} ${version} does in the conformance suite.`,
    matter: unsearched,
    body: [
      `${name} ${version}${place ? ` on ${place}` : ""}, of ${entry.from}. ${note}`,
      "",
      `${counts.broken} rules are broken for ${counts.causes} causes, ${counts.held} hold. ${counts.racesSeen} races were seen; ${counts.racesNotSeen} were not seen in ${counts.rounds} rounds and may still be there.`,
      ...findingSections(entry, facts),
      ...skippedSection(entry),
    ].join("\n"),
  }
}

const verdicts: readonly [Finding["verdict"], string][] = [
  ["broken", "Broken in every run"],
  ["race", "Races that were seen"],
  ["sometimes", "Broken sometimes"],
]

const findingSections = ({ findings }: MeasuredEntry, facts: LibraryFacts): string[] =>
  verdicts.flatMap(([verdict, heading]) => {
    const those = findings.filter((finding) => finding.verdict === verdict)
    const groups = [...byReason(those, facts)].sort(([, a], [, b]) => b.length - a.length)
    if (groups.length === 0) return []
    return ["", `## ${heading}`, ...groups.flatMap(([reason, cases]) => section(reason, cases, facts))]
  })

/** The findings of each cause. A finding without a known cause is named after its case. */
function byReason(findings: readonly Finding[], { cases }: LibraryFacts): Map<string, Finding[]> {
  const groups = new Map<string, Finding[]>()
  for (const finding of findings) {
    const reason = finding.cause ?? cases[finding.case]?.title ?? finding.case
    groups.set(reason, [...(groups.get(reason) ?? []), finding])
  }
  return groups
}

/** A cause with one finding in full and a row for each other one. */
function section(reason: string, [first, ...others]: readonly Finding[], facts: LibraryFacts): string[] {
  if (!first) return []
  const { where, by } = facts.causes[reason] ?? {}
  return [
    "",
    `### ${cell(reason)}`,
    "",
    ...(by || where
      ? [
          [by, where]
            .filter(Boolean)
            .map((part) => cell(`${part}.`))
            .join(" "),
          "",
        ]
      : []),
    ...evidence(first, findFacts(first.case, facts)),
    ...(others.length > 0 ? ["", ...table(others, facts)] : []),
  ]
}

function findFacts(id: string, { cases }: LibraryFacts): CaseFacts {
  const facts = cases[id]
  if (!facts) throw new Error(`docs/scoreboard.json does not describe the case ${id}.`)
  return facts
}

function evidence(
  { case: id, seen, runs, expected, received, reproduce }: Finding,
  { clause, level, title, harm, fix }: CaseFacts,
): string[] {
  return [
    `- Rule: ${cell(title)} (\`${id}\`, ${clause}, ${level}), broken in ${seen} of ${runs} runs`,
    `- Harm: ${cell(harm)}`,
    ...(fix ? [`- Fix: ${cell(fix)}`] : []),
    `- Expected: ${code(expected)}`,
    `- Received: ${code(received)}`,
    `- Repeat it: ${code(reproduce)}`,
  ]
}

const table = (findings: readonly Finding[], facts: LibraryFacts): string[] => [
  "| other cases | level | runs | harm | expected | received |",
  "|---|---|---|---|---|---|",
  ...findings.map(({ case: id, seen, runs, expected, received }) => {
    const { level, harm } = findFacts(id, facts)
    const columns = [`\`${id}\``, level, `${seen} of ${runs}`, harm, code(expected), code(received)]
    return `| ${columns.map(cell).join(" | ")} |`
  }),
]

/** Text of an adapter as code, with a fence that it does not contain. */
function code(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  const fence = "`".repeat(longest + 1)
  return `${fence} ${text.replace(/\s+/g, " ")} ${fence}`
}

const skippedSection = ({ skipped }: MeasuredEntry): string[] =>
  skipped.length > 0
    ? [
        "",
        "## Skipped",
        "",
        ...skipped.map(({ reason, cases }) => `- ${cell(reason)}: ${cases.length} cases`),
      ]
    : []
