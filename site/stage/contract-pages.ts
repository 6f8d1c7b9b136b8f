import { type Case, type Chapter, type Clause, cases, chapters } from "@mortise/conformance"
import { betterAuthCases, betterAuthClauses } from "@mortise/conformance/better-auth"
import { cell, type Page } from "./page.ts"

/** The part of a case that its page shows. */
type ShownCase = Pick<Case, "id" | "level" | "clause" | "also" | "title" | "harm" | "evidence" | "fix">

const books: readonly { readonly chapter: Chapter; readonly proofs: readonly ShownCase[] }[] = [
  ...chapters.map((chapter) => ({ chapter, proofs: cases })),
  { chapter: betterAuthClauses, proofs: betterAuthCases },
]

const toChapterSlug = ({ title }: Chapter): string => title.toLowerCase().replaceAll(" ", "-")

/** The pages of the chapters, for the sidebar. */
export const contractPages = (): [label: string, page: string][] =>
  books.map(({ chapter }) => [chapter.title, `/contract/${toChapterSlug(chapter)}/`])

/** A page for each chapter of the contract, one with all cases, and their index. */
export const contract = (): [slug: string, page: Page][] => [
  ["contract", indexPage()],
  ...books.map(({ chapter, proofs }): [string, Page] => [
    `contract/${toChapterSlug(chapter)}`,
    chapterPage(chapter, proofs),
  ]),
  ["contract/cases", casesPage()],
]

const findCases = ({ id }: Clause, proofs: readonly ShownCase[]): readonly ShownCase[] =>
  proofs.filter(({ clause, also = [] }) => clause === id || also.includes(id))

const indexPage = (): Page => ({
  title: "The contract, clause by clause",
  description: "What an adapter must do, and the cases of the suite that prove each clause.",
  body: [
    `The contract says what an adapter must do. The suite proves it with ${cases.length} cases for Auth.js and ${betterAuthCases.length} for Better Auth; [run it on yours](/conformance/). Every clause lists its cases, and every case the harm that it prevents.`,
    "",
    "| chapter | clauses | with a case | about |",
    "|---|---|---|---|",
    ...books.map(({ chapter, proofs }) => {
      const proved = chapter.clauses.filter((clause) => findCases(clause, proofs).length > 0).length
      return `| [${chapter.title}](/contract/${toChapterSlug(chapter)}/) | ${chapter.clauses.length} | ${proved} | ${cell(chapter.about)} |`
    }),
    "",
    "[All cases](/contract/cases/) are also listed by topic. [Requirements](/requirements/) explains the ids that start with `SEC-`.",
  ].join("\n"),
})

const chapterPage = (chapter: Chapter, proofs: readonly ShownCase[]): Page => ({
  title: `Contract: ${chapter.title}`,
  description: chapter.about,
  body: [
    chapter.about.replaceAll("<", "&lt;"),
    ...chapter.clauses.flatMap((clause) => clauseSection(clause, findCases(clause, proofs))),
  ].join("\n"),
})

const clauseSection = (clause: Clause, proofs: readonly ShownCase[]): string[] => [
  "",
  `## ${clause.id}`,
  "",
  clause.says.replaceAll("<", "&lt;"),
  "",
  ...(proofs.length > 0
    ? [
        "| case | level | what holds |",
        "|---|---|---|",
        ...proofs.map((proof) => `| \`${proof.id}\` | ${proof.level} | ${cell(proof.title)} |`),
      ]
    : [`No case proves it. ${clause.outside ?? ""}`]),
]

function casesPage(): Page {
  const topics = new Map<string, ShownCase[]>()
  for (const testCase of cases) {
    const topic = testCase.id.split("/")[0] ?? testCase.id
    topics.set(topic, [...(topics.get(topic) ?? []), testCase])
  }
  return {
    title: "All cases of the suite",
    description: `${cases.length} cases by topic, each with the harm that it prevents.`,
    body: [
      `${cases.length} cases. Run one with \`npx mortise conformance --only TOPIC/CASE\`.`,
      ...[...topics].flatMap(([topic, list]) => [
        "",
        `## ${topic}`,
        "",
        "| case | level | what holds | harm |",
        "|---|---|---|---|",
        ...list.map(
          ({ id, level, title, harm }) => `| \`${id}\` | ${level} | ${cell(title)} | ${cell(harm)} |`,
        ),
      ]),
    ].join("\n"),
  }
}
