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

/** The page of one entry. */
export function entryPage(entry: Entry, facts: LibraryFacts): Page {
  const title = `${facts.title}: ${entry.name}`
  if (entry.problem !== undefined)
    return {
      title,
      description: "It could not be measured.",
      body: `It could not be measured: ${cell(entry.problem)}`,
    }
  const { package: name, version, note, clients, server, counts } = entry
  const place = [server, ...clients].filter((part) => part !== undefined).join(", ")
  return {
    title,
    description: `What ${name} ${version} does in the conformance suite.`,
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
    return those.length > 0
      ? ["", `## ${heading}`, ...those.flatMap((finding) => section(finding, facts))]
      : []
  })

function section(finding: Finding, { cases, causes }: LibraryFacts): string[] {
  const facts: Partial<CaseFacts> = cases[finding.case] ?? {}
  const { where, by } = causes[finding.cause ?? ""] ?? {}
  const cause = finding.cause && `${finding.cause}${by ? ` (${by})` : ""}.${where ? ` Where: ${where}.` : ""}`
  return [
    "",
    `### ${finding.case}`,
    "",
    `${cell(facts.title ?? "")} (${facts.clause ?? ""}, ${facts.level ?? ""}). Failed in ${finding.seen} of ${finding.runs} runs.`,
    "",
    ...(facts.harm ? [`- Harm: ${cell(facts.harm)}`] : []),
    ...(cause ? [`- Cause: ${cell(cause)}`] : []),
    ...(facts.fix ? [`- Fix: ${cell(facts.fix)}`] : []),
    `- Expected: ${code(finding.expected)}`,
    `- Received: ${code(finding.received)}`,
    `- Repeat it: ${code(finding.reproduce)}`,
  ]
}

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
