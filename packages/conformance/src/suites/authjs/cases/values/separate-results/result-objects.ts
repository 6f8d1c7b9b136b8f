import { isDate } from "../../../../../engine/case-tools/same-value.ts"
import type { CaseContext } from "../../../case.ts"

/** Every object inside a value, at any depth. */
export function objectsIn(value: unknown, objects = new Set<object>()): Set<object> {
  if (typeof value !== "object" || value === null || objects.has(value)) return objects
  objects.add(value)
  if (!isDate(value)) for (const inner of Object.values(value)) objectsIn(inner, objects)
  return objects
}

/** Whether two values have an object in common, at any depth. */
export const shares = (left: unknown, right: unknown): boolean => {
  const objects = objectsIn(left)
  return [...objectsIn(right)].some((object) => objects.has(object))
}

/** Checks that every field of a result can be changed, and changes it. */
export function overwrite(t: CaseContext, result: unknown, what: string): void {
  for (const object of objectsIn(result)) {
    t.check(Object.isExtensible(object), `${what}: objects that can be changed`, object)
    if (isDate(object)) object.setTime(0)
    else for (const name of Object.keys(object)) writeField(t, object, name, what)
    if (!isDate(object) && !Array.isArray(object)) Object.assign(object, { addedByTheCaller: true })
  }
}

function writeField(t: CaseContext, object: object, name: string, what: string): void {
  const value: unknown = Reflect.get(object, name)
  if (typeof value === "object" && value !== null) return
  t.check(Reflect.set(object, name, "changed"), `${what}: fields that can be changed`, object)
}
