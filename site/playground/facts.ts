/** What the build has written on the page's element. */
export type Facts = {
  /** The size of the files of PGlite. */
  readonly bytes: number
  /** The versions of the packages. */
  readonly pglite: string
  readonly official: string
}

/** Reads what the build has measured. */
export const readFacts = ({ dataset }: HTMLElement): Facts => ({
  bytes: Number(dataset["bytes"]),
  pglite: dataset["pglite"] ?? "",
  official: dataset["official"] ?? "",
})

/** "15.9 MB". */
export const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`
