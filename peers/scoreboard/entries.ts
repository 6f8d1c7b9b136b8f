import { readdir } from "node:fs/promises"
import type { LibraryName } from "./scoreboard.ts"

const folders: Readonly<Record<LibraryName, URL>> = {
  authjs: new URL("../", import.meta.url),
  "better-auth": new URL("../better-auth/", import.meta.url),
}

export const libraryNames = Object.keys(folders) as LibraryName[]

export const isLibraryName = (name: string): name is LibraryName => name in folders

/** The folder of a library's adapters and packages. */
export const libraryFolder = (library: LibraryName): URL => folders[library]

/** A file in `adapters`. */
export type AdapterFile = { readonly library: LibraryName; readonly file: string }

/** A file, and one of its stores. */
export type NamedStore = AdapterFile & { readonly store: string }

/** All files with adapters. */
export async function adapterFiles(): Promise<AdapterFile[]> {
  const lists = libraryNames.map(async (library) => {
    const files = await readdir(new URL("adapters/", folders[library]))
    return files.sort().map((name) => ({ library, file: name.replace(/\.ts$/, "") }))
  })
  return (await Promise.all(lists)).flat()
}

export const idOf = ({ library, file, store }: NamedStore): string => `${library}/${file}-on-${store}`

/** Whether a name such as `kysely`, `kysely-on-sqlite` or `authjs/kysely-on-sqlite` may mean a store of the file. */
export const namesFile = (name: string, { library, file }: AdapterFile): boolean =>
  [file, `${library}/${file}`].some((known) => name === known || name.startsWith(`${known}-on-`))

/** Whether a name means this store of a file. */
export const namesStore = (name: string, { library, file, store }: NamedStore): boolean =>
  [file, `${file}-on-${store}`].some((known) => name === known || name === `${library}/${known}`)
