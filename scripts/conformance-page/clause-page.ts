import { type Case, type Chapter, type Clause, cases, chapters } from "@mortise/conformance"

/** The page that lists all clauses with the cases that prove them, and all cases. */
export function clausePage(): string {
  return [
    "# What the conformance suite proves",
    "",
    "Generated from the cases by `npm run docs:conformance`. A test fails when this page is out of date or when a clause has no case. How to run the suite: [conformance.md](../docs/conformance.md). All `SEC-` ids: [requirements.md](requirements.md).",
    "",
    `${cases.length} cases: ${count("must")} must, ${count("should")} should, ${count("may")} may.`,
    ...chapters.flatMap(chapterSection),
    "",
    "## The cases",
    ...topics().flatMap(topicSection),
    "",
  ].join("\n")
}

const count = (level: Case["level"]): number => cases.filter((testCase) => testCase.level === level).length

/** The cases that prove a clause. */
export const findCases = ({ id }: Clause): readonly Case[] =>
  cases.filter(({ clause, also = [] }) => clause === id || also.includes(id))

const chapterSection = ({ title, about, clauses }: Chapter): string[] => [
  "",
  `## ${title}`,
  "",
  about,
  "",
  "| clause | requirement | cases |",
  "|---|---|---|",
  ...clauses.map(clauseRow),
]

function clauseRow(clause: Clause): string {
  const proofs = findCases(clause).map(({ id }) => `\`${id}\``)
  return `| ${clause.id} | ${cell(clause.says)} | ${clause.outside ? `none: ${cell(clause.outside)}` : proofs.join(" ")} |`
}

const readTopic = ({ id }: Case): string => id.split("/")[0] ?? id

const topics = (): string[] => [...new Set(cases.map(readTopic))]

const topicSection = (topic: string): string[] => [
  "",
  `### ${topic}`,
  "",
  "| case | level | what holds | harm |",
  "|---|---|---|---|",
  ...cases
    .filter((testCase) => readTopic(testCase) === topic)
    .map(({ id, level, title, harm }) => `| \`${id}\` | ${level} | ${cell(title)} | ${cell(harm)} |`),
]

const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("<", "&lt;")
