import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { StartError } from '../start-error.ts'

/** How to run PostgreSQL's programs. */
export type Account = {
  owner?: { uid: number; gid: number }
  prefix: string[]
  spawn: { uid?: number; gid?: number }
}

/**
 * PostgreSQL refuses to run as root, so it runs as a system account. If that account cannot reach the files, it gets the one
 * capability to pass through folders.
 */
export async function serverAccount(mustReach: string[]): Promise<Account> {
  if (process.getuid?.() !== 0) return { prefix: [], spawn: {} }
  const owner = await findAccount()
  for (const account of [
    { owner, prefix: [], spawn: owner },
    ...['dac_read_search', 'dac_override'].map((right) => ({ owner, prefix: withRight(owner, right), spawn: {} })),
  ]) {
    if (await canReach(account, mustReach)) return account
  }
  throw new StartError(
    `PostgreSQL does not run as root, and the account it is run as (uid ${owner.uid}) cannot reach ${mustReach.join(' and ')}: ` +
      'move them to a folder that others may enter, or start as another user.',
  )
}

async function findAccount(): Promise<{ uid: number; gid: number }> {
  const accounts = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n').map((line) => line.split(':'))
  for (const name of ['postgres', 'nobody']) {
    const fields = accounts.find((account) => account[0] === name)
    if (fields) return { uid: Number(fields[2]), gid: Number(fields[3]) }
  }
  throw new StartError('PostgreSQL does not run as root, and there is no account "postgres" or "nobody" to run it as.')
}

const withRight = (owner: { uid: number; gid: number }, right: string): string[] => [
  'setpriv',
  `--reuid=${owner.uid}`,
  `--regid=${owner.gid}`,
  '--clear-groups',
  // Without this bit access(2) ignores the capability, and PostgreSQL calls it.
  '--securebits=+no_setuid_fixup',
  `--inh-caps=-all,+${right}`,
  `--ambient-caps=-all,+${right}`,
  '--',
]

async function canReach(account: Account, paths: string[]): Promise<boolean> {
  const [command, ...args] = [...account.prefix, 'sh', '-c', 'for it do test -r "$it" && test -x "$it" || exit 1; done', 'sh']
  return promisify(execFile)(command, [...args, ...paths], { ...account.spawn, cwd: '/' }).then(
    () => true,
    () => false,
  )
}
