import { objectsIn, overwrite } from "../cases/values/separate-results/result-objects.ts"
import { type Life, story } from "./life.ts"

/** Every object that an adapter returned in a run of the case. */
const returned = new WeakSet<object>()

/**
 * Checks a result: its fields, that no caller has received one of its objects before, and that it can be changed. Then
 * it changes the result, which no later lookup may see.
 */
export function ownResult(life: Life, result: unknown, expected: object, operation: string): void {
  const what = `${story(life)}: ${operation}`
  life.t.row(result, expected, what)
  life.t.check(isNew(result), `${what}: objects of its own`, result)
  overwrite(life.t, result, what)
}

/** Whether no caller has received one of these objects before. */
export function isNew(result: unknown): boolean {
  const objects = [...objectsIn(result)]
  const isSeen = objects.some((object) => returned.has(object))
  for (const object of objects) returned.add(object)
  return !isSeen
}
