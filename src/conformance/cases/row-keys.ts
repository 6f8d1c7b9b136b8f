// The client hands over these fields and no others; some adapters pass the object on as it is.

export const accountKey = ({ provider, providerAccountId }: AccountKey): AccountKey => ({
  provider,
  providerAccountId,
})

export const tokenKey = ({ identifier, token }: TokenKey): TokenKey => ({ identifier, token })

type AccountKey = { provider: string; providerAccountId: string }
type TokenKey = { identifier: string; token: string }
