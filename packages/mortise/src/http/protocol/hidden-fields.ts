import { MortiseError } from "../../contract/errors.ts"
import { isSecretField } from "../../contract/is-secret-field.ts"
import type { ModelName } from "../../contract/models.ts"
import type { Model, Schema } from "../../contract/schema.ts"
import { getFieldPermission } from "./permissions.ts"
import { declaredFields } from "./unknown-fields.ts"

/**
 * Whether a field of a row is left out for callers without the permission. `session_state` gives no access to
 * anything, and `mortise/auth` needs it: it holds the user handle of passkeys.
 */
export const isHideable = (model: Model, name: string): boolean =>
  isSecretField(model, name) && !(model.name === "account" && name === "session_state")

/** Whether rows of the model have fields that can be hidden. */
export const hasHideable = ({ unknown }: Schema, model: Model): boolean =>
  declaredFields(model).some(({ name }) => isHideable(model, name)) ||
  (unknown === "keep" && model.name === "account")

/** The names of the hidden fields of rows: encoded rows, rows in an answer, and decoded rows. */
const hiddenIn = new WeakMap<object, readonly string[]>()

/** The names of the fields that hold a value, but are hidden from the caller. */
export const listHiddenFields = (row: object): readonly string[] => hiddenIn.get(row) ?? none
const none: readonly string[] = []

export function markHidden(row: object, names: readonly string[]): void {
  if (names.length > 0) hiddenIn.set(row, names)
}

/** Reading one of the fields throws, so that no caller takes a hidden value for an empty one. */
export function hideFields(row: object, model: ModelName, names: readonly string[]): void {
  markHidden(row, names)
  for (const name of names)
    Object.defineProperty(row, name, {
      enumerable: true,
      configurable: true,
      get: () => throwHidden(model, name),
    })
}

function throwHidden(model: ModelName, name: string): never {
  throw new MortiseError(
    "missing_operation",
    `The key does not show ${model}.${name}: add ${getFieldPermission(model)} to the permissions of its record.`,
    { model, fields: [name] },
  )
}

/** The places of all hidden fields of an encoded result, as JSON Pointers (RFC 6901). It runs for every answer. */
export function pointersToHidden(result: unknown): string[] {
  const pointers: string[] = []
  const path: string[] = []
  const collect = (value: object): void => {
    for (const name of listHiddenFields(value)) pointers.push(pointerTo([...path, name]))
    for (const name in value) {
      const member = (value as Record<string, unknown>)[name]
      if (!isObject(member)) continue
      path.push(name)
      collect(member)
      path.pop()
    }
  }
  if (isObject(result)) collect(result)
  return pointers
}

const pointerTo = (path: readonly string[]): string => path.map((name) => `/${escapeStep(name)}`).join("")

/** Marks the fields that an answer names as hidden; false if it names a place that does not exist. */
export function markPointers(result: unknown, pointers: readonly string[]): boolean {
  return pointers.every((pointer) => {
    const [root, ...path] = pointer.split("/").map(unescapeStep)
    const name = path.pop()
    const row = path.reduce(readMember, result)
    if (root !== "" || name === undefined || name === "__proto__" || !isObject(row)) return false
    markHidden(row, [...listHiddenFields(row), name])
    return true
  })
}

const readMember = (parent: unknown, name: string): unknown =>
  isObject(parent) && Object.hasOwn(parent, name) ? (parent as Record<string, unknown>)[name] : undefined

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null

const escapeStep = (name: string): string => name.replaceAll("~", "~0").replaceAll("/", "~1")
const unescapeStep = (step: string): string => step.replaceAll("~1", "/").replaceAll("~0", "~")
