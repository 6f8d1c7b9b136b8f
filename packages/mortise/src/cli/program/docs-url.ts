/** The address of the repository. The site has no address yet, so links of the packages lead here. */
export const repository = "https://github.com/mortise-auth/mortise"

/** The address of the page that lists all clauses and cases of the conformance suite. */
export const clausesUrl = `${repository}/blob/main/contract/clauses.md`

/** The address of a page of docs/, such as `quickstart/nextjs`. */
export const docsUrl = (page: string): string => `${repository}/blob/main/docs/${page}.md`
