// npm run check: whether a start with these settings would work. It changes nothing.
import { checkSetup } from './lib/check-setup.ts'
import { runCommand } from './lib/run-command.ts'

await runCommand(async () => {
  const problems = await checkSetup(process.env, console.log)
  for (const line of problems) console.error(line)
  if (problems.length > 0) process.exitCode = 1
  else console.log('Settings, database, services and certificates are in order.')
})
