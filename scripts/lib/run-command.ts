import { StartError } from '#platform/server/start-error.ts'

/** Runs a command. What the operator can mend is one line; anything else has its stack. Both end with code 1. */
export async function runCommand(main: () => Promise<void>): Promise<void> {
  try {
    await main()
  } catch (error) {
    console.error(error instanceof StartError ? error.message : error)
    process.exitCode = 1
  }
}
