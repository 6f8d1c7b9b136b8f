import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { harms } from "../../packages/conformance/src/engine/harm.ts"
import { harmWords, nameHarm, titleHarm } from "../../peers/scoreboard/harm-words.ts"
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
import { harmAnchor } from "./scoreboard/link-numbers.ts"
import { drawReplay, findRecorded, replayHead } from "./scoreboard/replay.ts"
import { shareHead } from "./scoreboard/share-head.ts"

/** The scoreboard; undefined before a measurement. */
export function readScoreboard(): Scoreboard | undefined {
  const file = join(root, "docs/scoreboard.json")
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined
}

/** A page for each measured adapter on a store, by the address `scoreboard/<library>/<name>`. */
export function scoreboardPages(scoreboard = readScoreboard()): [slug: string, page: Page][] {
  if (!scoreboard) return []
  const { entries, libraries } = scoreboard
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
    "Each page lists what one adapter does on one store, the worst first. [How adapters keep the contract](/peers/) compares them.",
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
  const { id, package: name, version, note, clients, server, counts } = entry
  const place = [server, ...clients].filter((part) => part !== undefined).join(", ")
  const [recorded] = findRecorded(entry) ?? []
  return {
    title,
    description: `What ${name} ${version} does in the conformance suite.`,
    matter: {
      ...unsearched,
      head: [...(recorded ? replayHead : []), ...shareHead(`scoreboard/${id}/share.png`)],
    },
    body: [
      ...(recorded ? [drawReplay(entry, facts), "", "```sh wrap", recorded.reproduce, "```", ""] : []),
      `${name} ${version}${place ? ` on ${place}` : ""}, of ${entry.from}. ${note}`,
      "",
      `![${describeBadge(entry)}](/scoreboard/${id}/badge.svg)`,
      "",
      `${summary(entry)} ${counts.held} rules hold.`,
      ...harmSections(entry, facts),
      ...warningSection(entry, facts),
      ...racesSection(entry),
      ...skippedSection(entry),
    ].join("\n"),
  }
}

const describeBadge = ({ counts: { held, broken, sometimes } }: MeasuredEntry): string =>
  `Badge: ${held} of ${held + broken + sometimes} rules hold`

/** How many musts fail, by harm, with links to them. */
function summary({ counts }: MeasuredEntry): string {
  const parts = harms.flatMap((harm) =>
    counts.harms[harm] > 0 ? [`[${nameHarm(harm)} ${counts.harms[harm]}](${harmAnchor(harm)})`] : [],
  )
  if (parts.length === 0) return "No must fails."
  return `Musts that fail, for ${counts.causes} causes: ${parts.join(", ")}.`
}

const isMustIn =
  ({ cases }: LibraryFacts) =>
  (finding: Finding): boolean =>
    cases[finding.case]?.level === "must"

const harmSections = ({ findings }: MeasuredEntry, facts: LibraryFacts): string[] =>
  harms.flatMap((harm) => {
    const those = findings.filter((finding) => finding.harm === harm && isMustIn(facts)(finding))
    if (those.length === 0) return []
    return ["", `## ${titleHarm(harm)}`, "", `${those.length}: ${harmWords[harm]}.`, ...groups(those, facts)]
  })

function warningSection({ findings }: MeasuredEntry, facts: LibraryFacts): string[] {
  const those = findings.filter((finding) => !isMustIn(facts)(finding))
  if (those.length === 0) return []
  return [
    "",
    "## Not required",
    "",
    `${those.length} rules that an adapter should or may keep, and this one does not. They are not counted above.`,
    ...groups(those, facts),
  ]
}

const groups = (findings: readonly Finding[], facts: LibraryFacts): string[] =>
  [...byReason(findings, facts)].flatMap(([reason, cases]) => section(reason, cases, facts))

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
  const { where, by, seen } = facts.causes[reason] ?? {}
  return [
    "",
    `### ${cell(reason)}`,
    "",
    ...(seen ? [cell(seen), ""] : []),
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
    ...(others.length > 0 ? ["", ...details(others, facts)] : []),
  ]
}

function findFacts(id: string, { cases }: LibraryFacts): CaseFacts {
  const facts = cases[id]
  if (!facts) throw new Error(`docs/scoreboard.json does not describe the case ${id}.`)
  return facts
}

const verdictWords: Readonly<Record<Finding["verdict"], string>> = {
  broken: "broken",
  race: "broken by a race",
  sometimes: "broken, as timing decides,",
}

function evidence(
  { case: id, verdict, seen, runs, expected, received, reproduce }: Finding,
  { clause, level, title, harm, fix }: CaseFacts,
): string[] {
  return [
    `- Rule: ${cell(title)} (\`${id}\`, ${clause}, ${level}), ${verdictWords[verdict]} in ${seen} of ${runs} runs`,
    `- Harm: ${cell(harm)}`,
    ...(fix ? [`- Fix: ${cell(fix)}`] : []),
    `- Expected: ${code(expected)}`,
    `- Received: ${code(received)}`,
    `- Repeat it: ${code(reproduce)}`,
  ]
}

/** The other findings of a cause, one click away: the first one shows what is wrong. */
const details = (findings: readonly Finding[], facts: LibraryFacts): string[] => [
  `<details><summary>${findings.length} more ${findings.length === 1 ? "case" : "cases"} of this cause</summary>`,
  "",
  ...table(findings, facts),
  "",
  "</details>",
]

const table = (findings: readonly Finding[], facts: LibraryFacts): string[] => [
  "| case | level | runs | harm | expected | received |",
  "|---|---|---|---|---|---|",
  ...findings.map(({ case: id, verdict, seen, runs, expected, received }) => {
    const { level, harm } = findFacts(id, facts)
    const times = `${seen} of ${runs}${verdict === "race" ? ", race" : ""}`
    const columns = [`\`${id}\``, level, times, harm, code(expected), code(received)]
    return `| ${columns.map(cell).join(" | ")} |`
  }),
]

/** Text of an adapter as code, with a fence that it does not contain. */
function code(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  const fence = "`".repeat(longest + 1)
  return `${fence} ${text.replace(/\s+/g, " ")} ${fence}`
}

function racesSection({ racesNotSeen, counts }: MeasuredEntry): string[] {
  const cases = Object.entries(racesNotSeen)
  if (cases.length === 0) return []
  return [
    "",
    "## Races that were not seen",
    "",
    `They may still be there. ${counts.racesNotSeen} of these cases are musts, with ${counts.rounds} races. Each case is followed by how many races it started: ${cases.map(([id, rounds]) => `\`${id}\` ${rounds}`).join(", ")}.`,
  ]
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
