import type { BetterAuthPlugin } from "better-auth"

/** The table of @better-auth/passkey, which only wide tests install. A wide test compares the two. */
export const passkeyTable = {
  id: "passkey",
  schema: {
    passkey: {
      fields: {
        name: { type: "string", required: false },
        publicKey: { type: "string", required: true },
        userId: { type: "string", required: true, references: { model: "user", field: "id" }, index: true },
        credentialID: { type: "string", required: true, index: true },
        counter: { type: "number", required: true },
        deviceType: { type: "string", required: true },
        backedUp: { type: "boolean", required: true },
        transports: { type: "string", required: false },
        createdAt: { type: "date", required: false },
        aaguid: { type: "string", required: false },
      },
    },
  },
} satisfies BetterAuthPlugin
