import type { Adapter } from "mortise"
import { breaking, type Mutant, type Overrides } from "./mutant.ts"

type Operation = (...args: unknown[]) => Promise<Row | null | undefined>
type Row = Record<string, unknown>
export type Matches = (other: string, key: string) => boolean

/** An operation and the arguments that name a row. */
export type Call = {
  readonly create: keyof Adapter
  readonly act: keyof Adapter
  argumentsOf(row: Row): unknown[]
}

/** A call that also acts on the other rows whose field matches that of the given row. */
export const alsoActs = (
  field: string,
  matches: Matches,
  { create, act, argumentsOf }: Call,
): Mutant["make"] =>
  breaking((good) => {
    const rows: Row[] = []
    const run = (name: keyof Adapter) => good[name] as unknown as Operation
    return {
      async [create](given: Row) {
        const created = await run(create)(given)
        rows.push({ ...given, ...created })
        return created
      },
      async [act](...args: unknown[]) {
        const own = rows.find((row) => sameKey(argumentsOf(row), args))
        const done = await run(act)(...args)
        for (const row of own ? rows : [])
          if (row[field] !== own?.[field] && matches(String(row[field]), String(own?.[field])))
            await run(act)(...withKeyOf(row, args, argumentsOf)).catch(() => null)
        return done
      },
    } as Overrides
  })

const isRow = (value: unknown): value is Row => typeof value === "object" && value !== null

/** Whether the arguments name a row: the same key, or an object that contains it. */
const sameKey = (key: unknown[], args: unknown[]): boolean =>
  key.every((part, nth) => {
    const given = args[nth]
    return isRow(part) && isRow(given)
      ? Object.entries(part).every(([name, value]) => given[name] === value)
      : part === given
  })

const withKeyOf = (row: Row, args: unknown[], argumentsOf: Call["argumentsOf"]): unknown[] => {
  const key = argumentsOf(row)
  return args.map((given, nth) =>
    isRow(given) && isRow(key[nth]) ? { ...given, ...key[nth] } : (key[nth] ?? given),
  )
}

/** The fields of a row that name it. */
export const pick =
  (...names: string[]) =>
  (row: Row): unknown[] => [Object.fromEntries(names.map((name) => [name, row[name]]))]
