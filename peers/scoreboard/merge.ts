import type { HarmRules } from "../../packages/conformance/src/engine/harm.ts"
import { rankFindings } from "./rank-findings.ts"
import { seeds } from "./run-repeatedly.ts"
import type { CaseFacts, CauseFacts, Entry, LeftOut, LibraryName, Scoreboard } from "./scoreboard.ts"

/** What is known about a library without measuring an adapter. */
export type KnownLibrary = {
  readonly title: string
  readonly cases: readonly ({ readonly id: string } & CaseFacts)[]
  readonly causes: readonly ({ readonly title: string } & CauseFacts)[]
  readonly leftOut: readonly LeftOut[]
  readonly harms: HarmRules
}

const names = ["authjs", "better-auth"] as const

/** Replaces the entries that were measured again, keeps the others, and describes what all of them refer to. */
export function merge(
  before: Scoreboard | undefined,
  measured: readonly Entry[],
  known: Readonly<Record<LibraryName, KnownLibrary>>,
): Scoreboard {
  const ids = new Set(measured.map(({ id }) => id))
  const kept = before?.entries.filter(({ id }) => !ids.has(id)) ?? []
  const entries = [...kept, ...measured.map((entry) => keepReplay(entry, before))].sort((a, b) =>
    a.id.localeCompare(b.id, "en"),
  )
  const facts = (name: LibraryName) => {
    const ofLibrary = entries.filter(({ library }) => library === name)
    const { title, cases, causes, leftOut } = known[name]
    const old = before?.libraries[name]
    return {
      title,
      cases: pick(casesIn(ofLibrary), { ...old?.cases, ...byKey(cases, "id", caseFacts) }),
      causes: pick(causesIn(ofLibrary), { ...old?.causes, ...byKey(causes, "title", causeFacts) }),
      leftOut,
    }
  }
  const [authjs, betterAuth] = names.map(facts) as [ReturnType<typeof facts>, ReturnType<typeof facts>]
  const libraries = { authjs, "better-auth": betterAuth }
  // The rules of harms may have changed since the others were measured.
  const ranked = entries.map((entry) =>
    entry.problem !== undefined || ids.has(entry.id)
      ? entry
      : rankFindings(entry, { ...libraries[entry.library], harms: known[entry.library].harms }),
  )
  return { format: 1, effort: "quick", seeds, libraries, entries: ranked }
}

/** An entry that was published before has the recording of its measurement. */
function keepReplay(entry: Entry, before: Scoreboard | undefined): Entry {
  const published = before?.entries.find(({ id, measured }) => id === entry.id && measured === entry.measured)
  if (entry.problem !== undefined || published?.problem !== undefined || !published?.replay) return entry
  return { ...entry, replay: published.replay }
}

const casesIn = (entries: readonly Entry[]): string[] =>
  entries.flatMap((entry) =>
    entry.problem === undefined
      ? [
          ...entry.findings.map((finding) => finding.case),
          ...Object.keys(entry.racesNotSeen),
          ...entry.skipped.flatMap(({ cases }) => cases),
        ]
      : [],
  )

const causesIn = (entries: readonly Entry[]): string[] =>
  entries.flatMap((entry) =>
    entry.problem === undefined ? entry.findings.flatMap(({ cause }) => cause ?? []) : [],
  )

function pick<T>(keys: readonly string[], facts: Readonly<Record<string, T>>): Record<string, T> {
  const wanted = [...new Set(keys)].sort()
  return Object.fromEntries(wanted.flatMap((key) => (facts[key] ? [[key, facts[key]]] : [])))
}

function byKey<Key extends string, One extends Readonly<Record<Key, string>>, T>(
  list: readonly One[],
  key: Key,
  facts: (one: One) => T,
): Record<string, T> {
  return Object.fromEntries(list.map((one) => [one[key], facts(one)]))
}

const caseFacts = ({ clause, level, title, harm, fix }: CaseFacts): CaseFacts => ({
  clause,
  level,
  title,
  harm,
  ...(fix !== undefined && { fix }),
})

const causeFacts = ({ by, seen, where }: CauseFacts): CauseFacts => ({
  ...(by !== undefined && { by }),
  ...(seen !== undefined && { seen }),
  ...(where !== undefined && { where }),
})
