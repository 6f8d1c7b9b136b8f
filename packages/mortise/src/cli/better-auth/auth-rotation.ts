import type { StoredRows } from "../../better-auth/stored-rows.ts"
import type { ModelCipher, RotatePage } from "../../contract/key-rotation.ts"
import type { Auth } from "./load-auth.ts"
import { readStoredPage } from "./read-stored-page.ts"

/** What re-encrypts rows, and how many rows there are. */
export type Rotation = { readonly rotatePage: RotatePage; readonly all: number }

/** Re-encrypts the fields that `encryptedTokens` encrypts in rows of Better Auth; undefined without the layer. */
export async function openAuthRotation(auth: Auth): Promise<Rotation | undefined> {
  const { getOpenCiphers } = await import("../../contract/layered.ts")
  const opened = await getOpenCiphers(Object(auth.options).database)?.(auth.options)
  if (!opened) return undefined
  const { openStoredRows } = await import("../../better-auth/stored-rows.ts")
  const stored = await openStoredRows(auth, "--better-auth")
  const ciphers = opened.ciphers.filter(({ model }) => stored.tables.some((table) => table.model === model))
  const rotations: RotatePage[] = []
  let all = 0
  for (const cipher of ciphers) {
    rotations.push(await rotateModel(stored, cipher, opened.firstKey))
    all += await stored.count(cipher.model)
  }
  return {
    all,
    // A position has the index of its rotation.
    async rotatePage({ after: { rotation = "0", ...after } = {}, ...options }) {
      const rotate = rotations[Number(rotation)] as RotatePage
      const page = await rotate({ ...options, after: "id" in after ? after : undefined })
      const following = Number(rotation) + 1
      const next = following < rotations.length ? { rotation: String(following) } : null
      return { ...page, next: page.next ? { ...page.next, rotation } : next }
    },
  }
}

async function rotateModel(stored: StoredRows, cipher: ModelCipher, firstKey: string): Promise<RotatePage> {
  const { rotateRows } = await import("../../layers/encrypted-tokens/rotate-page.ts")
  const { model, fields, openField, sealFields } = cipher
  return rotateRows(
    {
      fields,
      openText: openField,
      sealText: async (row, field, text) => (await sealFields(row, { [field]: text }))[field] as string,
      page: ({ after, limit }) => readStoredPage(stored, model, { after, limit }),
      find: async ({ id }) => (await stored.find(model, [String(id)]))[0],
      replace: async ({ id }, from, to) =>
        (await stored.replace(model, String(id), from, to)) ? "replaced" : "refused",
      toKey: ({ id, providerId = model, accountId = id }) => ({
        provider: String(providerId),
        providerAccountId: String(accountId),
      }),
    },
    firstKey,
  )
}
