import { readFileSync } from "node:fs";
import type { OpenPeer } from "./peer.ts";

export type Peer = {
  /** The short name, also that of its file in `adapters/`. */
  name: string;
  /** The npm package that is measured. */
  package: string;
  version: string;
  /** What the adapter stores its rows in here. */
  store: string;
  /** What a reader must know to judge the result fairly. */
  note: string;
  /** Every call gives an empty store. */
  open(): Promise<OpenPeer>;
};

const versionOf = (name: string): string => {
  const manifest: unknown = JSON.parse(readFileSync(new URL(`./node_modules/${name}/package.json`, import.meta.url), "utf8"));
  if (typeof manifest === "object" && manifest !== null && "version" in manifest) return String(manifest.version);
  throw new Error(`No version in the manifest of ${name}: run npm ci --prefix peers`);
};

const withVersion = (name: string): string => `${name} ${versionOf(name)}`;

const peer = (name: string, rest: { store: string; note: string }): Peer => ({
  name,
  package: `@auth/${name}-adapter`,
  version: versionOf(`@auth/${name}-adapter`),
  ...rest,
  open: async () => {
    const module: { open(): Promise<OpenPeer> } = await import(`./adapters/${name}.ts`);
    return module.open();
  },
});

/** Every official Auth.js adapter that runs here without a server of its own. */
export const peers: readonly Peer[] = [
  peer("unstorage", { store: `memory driver, ${withVersion("unstorage")}`, note: "" }),
  peer("drizzle", {
    store: `SQLite in memory, ${withVersion("@libsql/client")}, ${withVersion("drizzle-orm")}`,
    note: "The adapter's own default tables.",
  }),
  peer("kysely", {
    store: `SQLite in memory, ${withVersion("libsql")}, ${withVersion("kysely")}`,
    note: "The documented schema in SQLite's types; email is NOT NULL there.",
  }),
  peer("sequelize", { store: `x`, note: "" }),
  peer("typeorm", { store: `x`, note: "" }),
  peer("mikro-orm", { store: `x`, note: "" }),
  peer("pouchdb", { store: `x`, note: "" }),
];
