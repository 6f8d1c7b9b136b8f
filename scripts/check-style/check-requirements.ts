import { lineAt } from "../source/line-at.ts"

const list = "contract/requirements.md"
const lastTable = "## Requirements that no title names"

/** A file by its path in the repository. */
export type SourceText = { readonly file: string; readonly text: string }

/** A clause of the conformance suite. */
type Clause = { readonly id: string; readonly says: string }

/** One message for each `SEC-` id that the files, the list of requirements or the suite's clauses use wrongly. */
export function checkRequirements(
  page: string,
  files: readonly SourceText[],
  clauses: readonly Clause[],
): string[] {
  const [tables = "", unnamed = ""] = page.split(lastTable)
  const rows = readRows(tables)
  const sentences = new Map(rows)
  const explained = new Map(readRows(unnamed))
  const named = new Set(files.filter(({ file }) => provesIds(file)).flatMap(({ text }) => idsInStrings(text)))
  const twice = rows.filter(([id], index) => rows.findIndex(([otherId]) => otherId === id) < index)
  const idle = [...sentences.keys()].filter((id) => !named.has(id) && !explained.has(id))
  const needless = [...explained.keys()].filter((id) => named.has(id) || !sentences.has(id))
  const different = clauses.filter(({ id, says }) => sentences.get(id) !== says)
  return [
    ...files.flatMap((source) => unlistedIds(source, sentences)),
    ...twice.map(([id]) => `${list} has ${id} twice: renumber one of them.`),
    ...idle.map(
      (id) => `${list}: no test names ${id}: put it into a title, or explain it in the last table.`,
    ),
    ...needless.map((id) => `${list}: the last table explains ${id}, which a test names or no table lists.`),
    ...different.map(
      ({ id }) => `${list}: ${id} differs from the suite's clause: use one sentence for both.`,
    ),
  ]
}

/** The id and the sentence of each row. */
const readRows = (text: string): [string, string][] =>
  [...text.matchAll(/^\| (SEC-[A-Z]\d+) \| (.+) \|$/gm)].map(([, id = "", sentence = ""]) => [id, sentence])

function unlistedIds({ file, text }: SourceText, sentences: ReadonlyMap<string, string>): string[] {
  const matches = [...text.matchAll(/\bSEC-[A-Z]+\d+\b/g)].filter(([id]) => !sentences.has(id))
  return matches.map(({ 0: id, index }) => `${file}:${lineAt(text, index)} names ${id}, which ${list} lacks.`)
}

/** Tests and cases prove a requirement. The evidence of a mutant only mentions it. */
const provesIds = (file: string): boolean =>
  /^packages\/(\w+\/test|conformance\/src)\//.test(file) &&
  !/\/test\/mutants\/|\/authjs\/clauses\//.test(file)

/** The ids in titles, messages and clauses, but not in comments. */
const idsInStrings = (text: string): string[] =>
  [...text.matchAll(/^.*?["'`].*SEC-.*$/gm)].flatMap(([line]) => line.match(/\bSEC-[A-Z]\d+\b/g) ?? [])
