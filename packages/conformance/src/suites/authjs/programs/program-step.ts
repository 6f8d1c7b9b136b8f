import type { OperationName } from "mortise"

/** The fields of a user that a step can set. An undefined field is left unchanged. */
export type UserFields = {
  readonly email?: string | undefined
  readonly name?: string | null | undefined
  readonly image?: string | null | undefined
  readonly emailVerified?: Date | null | undefined
}

/**
 * One call of a program. Users are identified by a label, because the store may choose their ids. Keys are short texts
 * that become unique when the program runs.
 */
export type Step =
  | { readonly op: "createUser"; readonly user: string; readonly fields: Required<UserFields> }
  | { readonly op: "updateUser"; readonly user: string; readonly fields: UserFields }
  | { readonly op: "getUser" | "deleteUser" | "listAuthenticatorsByUserId"; readonly user: string }
  | { readonly op: "getUserByEmail"; readonly email: string }
  | { readonly op: "linkAccount"; readonly user: string; readonly provider: string; readonly id: string }
  | {
      readonly op: "unlinkAccount" | "getAccount" | "getUserByAccount"
      readonly provider: string
      readonly id: string
    }
  | {
      readonly op: "createSession"
      readonly token: string
      readonly user: string
      readonly expires: Date
    }
  | { readonly op: "updateSession"; readonly token: string; readonly expires: Date }
  | { readonly op: "getSessionAndUser" | "deleteSession"; readonly token: string }
  | {
      readonly op: "createVerificationToken" | "useVerificationToken"
      readonly identifier: string
      readonly token: string
    }
  | {
      readonly op: "createAuthenticator"
      readonly credential: string
      readonly user: string
      readonly counter: number
    }
  | { readonly op: "getAuthenticator"; readonly credential: string }
  | { readonly op: "updateAuthenticatorCounter"; readonly credential: string; readonly counter: number }

/** Converts labels and keys: to values for a call, or to code for a printed script. */
export type Names<T> = {
  /** The id of a user. */
  id(user: string): T
  /** A key that is unique to this run of the program. */
  key(text: string): T
}

/** An operation of the adapter with its arguments. */
export type Call = { readonly operation: OperationName; readonly args: readonly unknown[] }

/** The rows that a program writes. Fields that are not in the step are derived from its keys. */
export const rowOf = {
  account: <T>(names: Names<T>, user: string, provider: string, id: string) => ({
    userId: names.id(user),
    type: "oauth",
    provider,
    providerAccountId: names.key(id),
    access_token: `access ${provider} ${id}`,
    expires_at: 1_900_000_000,
    scope: "read:user",
    token_type: "bearer",
  }),
  session: <T>(names: Names<T>, token: string, user: string, expires: Date) => ({
    sessionToken: names.key(token),
    userId: names.id(user),
    expires,
  }),
  token: <T>(names: Names<T>, identifier: string, token: string) => ({
    identifier: names.key(identifier),
    token: names.key(token),
    expires: new Date("2099-12-31T23:59:59.999Z"),
  }),
  passkey: <T>(names: Names<T>, credential: string, user: string, counter: number) => ({
    credentialID: names.key(credential),
    userId: names.id(user),
    providerAccountId: names.key(credential),
    credentialPublicKey: `public key ${credential}`,
    counter,
    credentialDeviceType: "singleDevice",
    credentialBackedUp: false,
    transports: "usb,nfc",
  }),
}

/** The fields of a user, with the email converted. */
export const userFields = <T>(
  names: Names<T>,
  { email, ...fields }: UserFields,
): Record<string, unknown> => ({
  ...fields,
  ...(email !== undefined && { email: names.key(email) }),
})

/** The call that a step describes. `newId` creates the id that the client passes to createUser. */
export function toCall<T>(step: Step, names: Names<T>, newId: () => unknown): Call {
  return { operation: step.op, args: toArgs(step, names, newId) }
}

function toArgs<T>(step: Step, names: Names<T>, newId: () => unknown): readonly unknown[] {
  switch (step.op) {
    case "createUser":
      return [{ id: newId(), ...userFields(names, step.fields) }]
    case "updateUser":
      return [{ id: names.id(step.user), ...userFields(names, step.fields) }]
    case "getUser":
    case "deleteUser":
    case "listAuthenticatorsByUserId":
      return [names.id(step.user)]
    case "getUserByEmail":
      return [names.key(step.email)]
    case "linkAccount":
      return [rowOf.account(names, step.user, step.provider, step.id)]
    case "unlinkAccount":
    case "getUserByAccount":
      return [{ provider: step.provider, providerAccountId: names.key(step.id) }]
    case "getAccount":
      return [names.key(step.id), step.provider]
    case "createSession":
      return [rowOf.session(names, step.token, step.user, step.expires)]
    case "updateSession":
      return [{ sessionToken: names.key(step.token), expires: step.expires }]
    case "getSessionAndUser":
    case "deleteSession":
      return [names.key(step.token)]
    case "createVerificationToken":
      return [rowOf.token(names, step.identifier, step.token)]
    case "useVerificationToken":
      return [{ identifier: names.key(step.identifier), token: names.key(step.token) }]
    case "createAuthenticator":
      return [rowOf.passkey(names, step.credential, step.user, step.counter)]
    case "getAuthenticator":
      return [names.key(step.credential)]
    case "updateAuthenticatorCounter":
      return [names.key(step.credential), step.counter]
  }
}
