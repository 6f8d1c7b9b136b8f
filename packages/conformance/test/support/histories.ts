import { expect, test } from "vitest"
import type { Output } from "../../src/suites/authjs/programs/key-models.ts"
import { type Call, type KeyModel, linearize } from "../../src/suites/authjs/programs/linearize.ts"

/** One call of a history as a tuple, so that a history reads like a table. */
export type Line<Input, Value> = [from: number, to: number, input: Input, output: Output<Value>]

export const row = <Value>(value: Value): { row: Value } => ({ row: value })

export const calls = <Input, Value>(lines: readonly Line<Input, Value>[]): Call<Input, Output<Value>>[] =>
  lines.map(([from, to, input, output]) => ({ from, to, input, output }))

/** Tests that the model explains the good histories and does not explain the bad ones. */
export function histories<State, Input, Value>(
  model: KeyModel<State, Input, Output<Value>>,
  good: Record<string, Line<Input, Value>[]>,
  bad: Record<string, Line<Input, Value>[]>,
): void {
  test.each(Object.entries(good))("good: %s", (_, lines) => {
    expect(linearize(calls(lines), model)).toMatchObject({ linearizable: true })
  })
  test.each(Object.entries(bad))("bad: %s", (_, lines) => {
    expect(linearize(calls(lines), model)).toMatchObject({ linearizable: false })
  })
}
