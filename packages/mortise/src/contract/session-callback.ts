import { MortiseError } from "./errors.ts"
import type { ExtraFields, Schema } from "./schema.ts"
import { throwInvalid } from "./throw-invalid.ts"
import type { User } from "./types.ts"

/** The fields that Auth.js shows by default. */
type UsualField = "name" | "email" | "image"
const usual: readonly UsualField[] = ["name", "email", "image"]

type InJson<T> = T extends Date ? string : T

/** Auth.js sends it as JSON, in which a date is text. */
type ShownSession<U, K extends keyof U> = {
  user: { [N in keyof Pick<U, K>]: InJson<U[N]> }
  expires: string
}

/**
 * A session callback for Auth.js that shows the name, email and image of the user, and the fields that you name. Auth.js
 * passes the stored session with its token and the whole user to the callback, and sends what it returns to the
 * browser. A field that the schema marks as `secret` is refused. It needs the `database` strategy, the default of
 * Auth.js with an adapter.
 *
 * @example
 * ```ts
 * import type { AuthConfig } from "@auth/core"
 * import { defineSchema, sessionCallback, text } from "mortise"
 * import { memoryAdapter } from "mortise/memory"
 *
 * const schema = defineSchema({ user: { fields: { locale: text({ default: "en" }) } } })
 * const session = sessionCallback(schema, ["id", "locale"])
 *
 * export const config: AuthConfig = {
 *   adapter: memoryAdapter({ schema }),
 *   providers: [],
 *   callbacks: { session },
 * }
 * export type PageUser = ReturnType<typeof session>["user"] // with the types of the named fields
 * ```
 */
export function sessionCallback<X extends ExtraFields, const K extends keyof User<X> & string>(
  schema: Schema<X>,
  names: readonly K[],
): (params: {
  readonly session: { readonly expires: Date | string }
  readonly user?: object
}) => ShownSession<User<X>, K | (UsualField & keyof User<X>)> {
  for (const name of names) checkShown(schema, name)
  const shown = new Set<string>([...usual, ...names])
  return ({ session, user }) => {
    if (!user) throw withoutUser()
    const fields = Object.entries(user).filter(([name]) => shown.has(name))
    const inJson = fields.map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value])
    // The store returns rows of the schema, so the named fields have its types.
    return { user: Object.fromEntries(inJson), expires: new Date(session.expires).toISOString() } as never
  }
}

function checkShown({ models }: Schema, name: string): void {
  const field = models.user.fields.find((column) => column.name === name)
  if (!field) throwInvalid(`The user has no field ${name}: name fields that the schema declares.`)
  if (field.secret)
    throwInvalid(
      `The field ${name} of the user is secret, and a session is sent to the browser: leave it out.`,
    )
}

const withoutUser = (): MortiseError =>
  new MortiseError(
    "invalid",
    'Auth.js passed no user to the session callback, as with the strategy "jwt": set session.strategy to "database", or write a callback that names fields of the token.',
  )
