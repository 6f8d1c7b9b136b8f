// The client passes exactly these fields. Some adapters pass the object on to their driver unchanged.

export const accountKey = ({ provider, providerAccountId }: AccountKey): AccountKey => ({
  provider,
  providerAccountId,
})

export const tokenKey = ({ identifier, token }: TokenKey): TokenKey => ({ identifier, token })

type AccountKey = { provider: string; providerAccountId: string }
type TokenKey = { identifier: string; token: string }
