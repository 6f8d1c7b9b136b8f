/** Runs before the tests of this folder, whose modules import the packages. */
export { installOldestBetterAuth as setup } from "../install.ts"
