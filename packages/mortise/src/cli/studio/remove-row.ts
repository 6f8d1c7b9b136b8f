import { available } from "../users/person.ts"
import type { RowKind } from "./actions.ts"
import type { Context } from "./context.ts"
import { createHandle } from "./show-user.ts"

/** Removes the row that the page names by its handle. False if the user has none. */
export async function removeRow(
  context: Context,
  kind: RowKind,
  userId: string,
  handle: string,
): Promise<boolean> {
  const { store } = context
  switch (kind) {
    case "session": {
      const sessions = await available(store, "listSessions")(userId)
      const chosen = sessions.find((session) => createHandle(context, "session", session) === handle)
      return Boolean(chosen && (await store.adapter.deleteSession(chosen.sessionToken)))
    }
    case "account": {
      const accounts = await available(store, "listAccounts")(userId)
      const chosen = accounts.find((account) => createHandle(context, "account", account) === handle)
      return Boolean(chosen && (await store.adapter.unlinkAccount(chosen)))
    }
    case "passkey": {
      const passkeys = await store.adapter.listAuthenticatorsByUserId(userId)
      const chosen = passkeys.find((passkey) => createHandle(context, "authenticator", passkey) === handle)
      const remove = available(store, "removeAuthenticator")
      return Boolean(chosen && (await remove(chosen.credentialID)))
    }
  }
}
