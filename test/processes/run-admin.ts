import { onTestFinished } from 'vitest'
import type { TestApp } from '../app.ts'
import { urlOf } from '../database.ts'
import { startProgram } from './spawn.ts'

export async function runAdmin(app: TestApp, ...args: string[]) {
  const program = startProgram(['scripts/whitecoat.ts', 'admin', ...args], {
    DATABASE_URL: urlOf(app.connection),
    DATA_DIR: app.settings.dataDir,
    PUBLIC_URL: app.settings.publicUrl,
    SECRET: app.settings.secrets.join(','),
  })
  onTestFinished(() => program.kill('SIGKILL'))
  return { code: await program.exited, stdout: program.stdout, stderr: program.stderr }
}
