import type { Chapter } from "./clause.ts"

const itself = "It is about the client itself; an adapter cannot change it."

export const clientClauses: Chapter = {
  title: "The real client",
  about: "How @auth/core 0.41 calls an adapter, where that is more than its types say.",
  clauses: [
    { id: "client 1.1", says: "It copies the adapter's own keys and calls the functions unbound." },
    { id: "client 1.3", says: "How each operation is called, and what becomes of the answer." },
    {
      id: "client 1.6.1",
      says: "createUser comes with an id, except from a passkey: then with an address alone.",
    },
    { id: "client 1.6.2", says: "The address and other fields of a new user may be there but undefined." },
    { id: "client 1.6.3", says: "The id at a provider may be a number." },
    { id: "client 1.6.4", says: "A provider may add any field to an account, undefined ones too." },
    { id: "client 1.6.5", says: "expires_at may have a fraction, and token_type may be in any case." },
    { id: "client 1.6.6", says: "The address of a passkey sign-up is stored as it was typed." },
    {
      id: "client 1.6.7",
      says: "Linking does not look at a session's expiry: expired ones must not resolve.",
    },
    { id: "client 1.6.8", says: "Which errors are shown to a person.", outside: itself },
    { id: "client 1.6.9", says: "When its createUser event fires.", outside: itself },
    { id: "client 1.6.10", says: "Nothing is transactional across operations: a sign-up can stop half way." },
    { id: "client 1.6.11", says: "Parallel first sign-ins are decided by the store's uniqueness alone." },
    { id: "client 1.6.12", says: "Expiries must be real dates." },
    { id: "client 1.6.13", says: "Updating a session that was deleted meanwhile must not bring it back." },
  ],
}
