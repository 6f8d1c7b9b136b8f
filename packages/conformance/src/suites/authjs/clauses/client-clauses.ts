import type { Chapter } from "../../../engine/clause.ts"

const itself = "It concerns the client; an adapter cannot change it."

export const clientClauses: Chapter = {
  title: "The real client",
  about: "How @auth/core 0.41 calls an adapter, beyond what its types define.",
  clauses: [
    { id: "client 1.1", says: "The client copies the adapter's own keys and calls the functions unbound." },
    { id: "client 1.3", says: "How the client calls each operation and uses its result." },
    {
      id: "client 1.6.1",
      says: "The client passes an id to createUser, but only an address for a passkey sign-up.",
    },
    { id: "client 1.6.2", says: "The address and other fields of a new user may be present but undefined." },
    { id: "client 1.6.3", says: "The providerAccountId may be a number." },
    { id: "client 1.6.4", says: "A provider may add any field to an account, including undefined ones." },
    {
      id: "client 1.6.5",
      says: "expires_at may have a fraction, and token_type may be in upper or lower case.",
    },
    { id: "client 1.6.6", says: "The address of a passkey sign-up is passed as it was typed." },
    {
      id: "client 1.6.7",
      says: "Linking does not check the expiry of a session: an expired session must not be found.",
    },
    { id: "client 1.6.8", says: "Which errors are shown to a user.", outside: itself },
    { id: "client 1.6.9", says: "When the createUser event of the client fires.", outside: itself },
    {
      id: "client 1.6.10",
      says: "There is no transaction across operations: a sign-up can fail after its first writes.",
    },
    { id: "client 1.6.11", says: "For parallel first sign-ins, only the unique keys of the store decide." },
    { id: "client 1.6.12", says: "Expiries must be real dates." },
    { id: "client 1.6.13", says: "Updating a session that was deleted concurrently must not restore it." },
  ],
}
