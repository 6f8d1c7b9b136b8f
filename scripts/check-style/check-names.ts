import { lineAt } from "../source/line-at.ts"
import type { SourceText } from "./check-requirements.ts"
import { readDeclarations } from "./read-declarations.ts"

/** The share of all functions, or of all variables, that may have a name of a kind. */
const limit = 0.01

/** A kind of names that say too little. */
type Kind = {
  readonly among: "functions" | "variables"
  readonly title: string
  readonly advice: string
  includes(name: string): boolean
}

const kinds: readonly Kind[] = [
  {
    among: "functions",
    title: "…Of",
    advice: "name it by a verb and its object, such as readColumns instead of columnsOf",
    includes: (name) => /(^o|[a-z0-9]O)f$/.test(name),
  },
  {
    among: "functions",
    title: "a bare participle",
    advice: "name it by a verb and its object, such as checkRow instead of checked",
    includes: isParticiple,
  },
  {
    among: "variables",
    title: "a word for anything",
    advice:
      "name the thing itself, such as row, existing or index; a loop variable is the singular of its list",
    includes: (name) => anyThings.has(name),
  },
]

const anyThings = new Set(["given", "found", "known", "nth", "each", "one", "own", "other", "of"])

const irregular = new Set(
  "bound broken built chosen drawn found given gone held hidden kept known lost made sent shown spent taken written".split(
    " ",
  ),
)

/** Words in -ed and -ing that are nouns or verbs. */
const noParticiples =
  /^(bed|being|bring|ceiling|embed|ending|everything|exceed|feed|heading|king|mapping|need|nothing|padding|ping|proceed|red|ring|seed|seeding|setting|shed|sing|something|speed|string|succeed|thing|timing|warning)$/

function isParticiple(name: string): boolean {
  return irregular.has(name) || (/^[a-z]+(ed|ing)$/.test(name) && !noParticiples.test(name))
}

/**
 * One message for each name of a kind that too many names have, and for each object literal that only wraps properties
 * of the object around it.
 */
export function checkNames(sources: readonly SourceText[]): string[] {
  const files = sources.map(({ file, text }) => {
    const pointAt = (offset: number) => `${file}:${lineAt(text, offset)}`
    return { pointAt, ...readDeclarations(file, text) }
  })
  const wraps = files.flatMap(({ pointAt, wraps }) =>
    wraps.map(
      (offset) =>
        `${pointAt(offset)} spreads an object literal: write its properties in the object around it, without \`...{ }\`.`,
    ),
  )
  return [...kinds.flatMap((kind) => checkKind(kind, files)), ...wraps]
}

type File = ReturnType<typeof readDeclarations> & { pointAt(offset: number): string }

function checkKind({ among, title, advice, includes }: Kind, files: readonly File[]): string[] {
  const names = files.flatMap((file) =>
    file[among].map(({ name, start }) => ({ name, point: () => file.pointAt(start) })),
  )
  const vague = names.filter(({ name }) => includes(name))
  const share = vague.length / names.length
  if (vague.length === 0 || share <= limit) return []
  const figures = `${(share * 100).toFixed(1)} % of all ${among} are named ${title}, and 1 % may be`
  return vague.map(({ name, point }) => `${point()} declares ${name}: ${advice} (${figures}).`)
}
