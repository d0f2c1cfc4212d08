/** One-line breaks of the gates, and the hole that each opens again. */

export type Break = {
  gate: string
  file: string
  /** Stands once in the file. */
  text: string
  instead: string
  reopens: string
  /** Other commands than those of the gate. */
  theme?: string
}

const inquiries = 'src/features/inquiries/server'
const postings = 'src/features/postings/server'

const senders: Break[] = [
  {
    gate: 'senders',
    file: `${inquiries}/queries.ts`,
    text: "proof <> 'none' and ${sender.proof} <> 'none' and (\n      sender_id = ${sender.sender_id} or",
    instead: '(\n      email = ${email} or sender_id = ${sender.sender_id} or',
    reopens: 'what a stranger sends joins the application of the address, and opens it again',
  },
  {
    gate: 'senders',
    file: `${inquiries}/applications.ts`,
    text: "if (proof === 'none' && (await queries.isSentUnproved(",
    instead: 'if ((await queries.isSentUnproved(',
    reopens: 'the real application disappears behind a stranger’s same words',
  },
  {
    gate: 'senders',
    file: `${inquiries}/waiting.ts`,
    text: "      proof: 'link',",
    instead: "      proof: 'none',",
    reopens: 'a CV that its mailbox confirmed arrives as unproved',
  },
  {
    gate: 'senders',
    file: `${inquiries}/applications.ts`,
    text: "proof: sender ? 'account' : 'none'",
    instead: "proof: 'account'",
    reopens: 'a stranger writes in the account of the address',
  },
  {
    gate: 'senders',
    file: `${inquiries}/applications.ts`,
    text: '...(isConfirmed && { sent:',
    instead: '...({ sent:',
    reopens: 'words of a stranger are mailed to an address that nobody proved',
  },
  {
    gate: 'senders',
    file: `${inquiries}/waiting.ts`,
    text: 'const network = networksOf(request.ip).at(-1) ?? request.ip',
    instead: 'const network = input.email',
    reopens: 'uploads in somebody’s name block that address',
  },
]

const holds: Break[] = [
  {
    gate: 'holds',
    file: `${postings}/next-state.ts`,
    text: "if (holds?.[0]) throw new AppError('CONFLICT', holdReasonTexts[holds[0].reason])",
    instead: "if (holds === null) throw new AppError('CONFLICT')",
    reopens: 'a colleague activates what a suspension hid',
  },
  {
    gate: 'holds',
    file: `${postings}/public.ts`,
    text: 'idsOf(postings).map((id) => ({\n      job_id: id,\n      reason,',
    instead: 'idsOf([]).map((id) => ({\n      job_id: id,\n      reason,',
    reopens: 'a suspension hides, and holds nothing',
  },
  {
    gate: 'holds',
    file: `${postings}/queries-holds.ts`,
    text: 'where organization_id = ${subjectId})`,',
    instead: "where organization_id = ${subjectId} and seat = 'owner')`,",
    reopens: 'a suspended organization posts on by its other seats',
  },
  {
    gate: 'holds',
    file: `${postings}/queries-holds.ts`,
    text: 'return sql<boolean>`subject_id = ${lifted.subjectId} and reason = ${lifted.reason}`',
    instead: 'return sql<boolean>`true`',
    reopens: 'the end of one suspension ends all holds',
  },
]

const reach: Break[] = [
  {
    gate: 'reach',
    file: `${inquiries}/reach.ts`,
    text: 'and not ${isTakenDown} and not ${isHidden} and not',
    instead: 'and not ${isHidden} and not',
    reopens: 'who posted a deceit reads on what was sent',
  },
  {
    gate: 'reach',
    file: `${inquiries}/reach.ts`,
    text: 'and not ${isTakenDown} and not ${isHidden} and not',
    instead: 'and not ${isTakenDown} and not',
    reopens: 'a blocked employer reads on',
  },
  {
    gate: 'reach',
    file: `${inquiries}/reach.ts`,
    text: '`(inquiries.shows_sender_email and ${posterReads})`',
    instead: '`${posterReads}`',
    reopens: 'addresses are shown before their owner shows them',
  },
  {
    gate: 'reach',
    file: `${inquiries}/reach.ts`,
    text: "inquiries.shows_poster_email, employer_slug(jobs.employer) not like 'confidential%'",
    instead: 'inquiries.shows_poster_email, true',
    reopens: 'the address of a confidential employer is shown by default',
  },
  {
    gate: 'reach',
    file: `${inquiries}/reach.ts`,
    text: "when ${isBlocked('employer', known)} then 'poster' end as blocker",
    instead: 'end as blocker',
    reopens: 'a person whom an employer blocked applies again',
  },
  {
    gate: 'reach',
    file: `${inquiries}/reach.ts`,
    text: 'posterMailed: sql<boolean>`(not ${isOwnerSuspended} and',
    instead: 'posterMailed: sql<boolean>`(',
    reopens: 'a suspended account is mailed what others write',
    theme: 'accounts',
  },
  {
    gate: 'reach',
    file: `${inquiries}/notices.ts`,
    text: 'const inquiries = concerned.filter(({ id }) => !known.has(id))',
    instead: 'const inquiries = concerned.filter(({ id }) => known.has(id))',
    reopens: 'applicants do not learn that the posting was a deceit',
  },
  {
    gate: 'reach',
    file: `${inquiries}/reach.ts`,
    text: 'from jobs, unnest(${personOf(pair, side)}) person, unnest(array[',
    instead: 'from jobs, unnest(array[${pair.sender_id}::text]) person, unnest(array[',
    reopens: 'a block does not hold for the addresses of the person',
  },
]

const moves: Break[] = [
  {
    gate: 'moves',
    file: `${inquiries}/stages.ts`,
    text: 'passes: isProved,\n        sendAfter: toldAt,',
    instead: 'passes: isProved,',
    reopens: 'a decision is mailed at once',
  },
  {
    gate: 'moves',
    file: `${inquiries}/stages.ts`,
    text: 'const wasSent = await withdrawDecision(trx, inquiry)',
    instead: 'const wasSent = false',
    reopens: 'what was taken back is told all the same',
  },
  {
    gate: 'moves',
    file: `${inquiries}/queries-stages.ts`,
    text: 'withdrawn_at is null and closed_at > ${new Date()} and (${lastMove})',
    instead: 'withdrawn_at is null and false and (${lastMove})',
    reopens: 'a posting that opens again leaves its rejections waiting',
  },
]

const mail: Break[] = [
  {
    gate: 'mail',
    file: 'src/platform/server/mail/outbox.ts',
    text: '  const waiting = await abovePace(trx, written)\n',
    instead:
      '  const waiting = await abovePace(trx, written)\n  if (waiting.size === written.length) return true\n',
    reopens: 'what is above the pace of a mailbox vanishes',
  },
  {
    gate: 'mail',
    file: 'src/platform/server/mail/outbox.ts',
    text: 'passes: passes || calendar !== undefined,',
    instead: 'passes: false,',
    reopens: 'a calendar event waits behind sixty inquiries',
  },
]

const seats: Break[] = [
  {
    gate: 'teams',
    file: 'db/functions/organizations.sql',
    text: "when mine.seat = 'assigned' then array[account]",
    instead: "when mine.seat = 'nobody' then array[account]",
    reopens: 'a recruiter of own postings reads everybody’s',
  },
  {
    gate: 'posters',
    file: `${postings}/manage-links.ts`,
    text: 'if (viewer.email === null || viewer.email !== posting.contact_email)',
    instead: 'if (viewer.email === null)',
    reopens: 'whoever has the link takes the posting into another account',
  },
  {
    gate: 'seats',
    file: 'src/features/employers/server/service-seats.ts',
    text: 'if (!(await requests.isStillGranted(trx, id)))',
    instead: 'if (id === slug)',
    reopens: 'a seat is taken after the team that granted it lost the name',
  },
  {
    gate: 'seats',
    file: 'src/features/employers/server/service-seats.ts',
    text: "if (decision === 'take' ? !isOwn : isOwn)",
    instead: "if (decision === 'take' && !isOwn)",
    reopens: 'whoever asks for a seat also grants the seat',
  },
]

/** What the owner of a name allows others. */
const allowances: Break[] = [
  {
    gate: 'allowances',
    file: 'db/functions/names.sql',
    text: "where name_key = old.name_key and authority = 'owner' and withdrawn_at is null",
    instead: 'where false',
    reopens: 'what an owner allowed outlives the ownership',
  },
  {
    gate: 'allowances',
    file: 'src/features/names/server/service.ts',
    text: 'if (isAllowed) await queries.insertGrant(',
    instead: 'if (ownerId) await queries.insertGrant(',
    reopens: 'a firm posts on under a name whose owner no longer allows it',
  },
  {
    gate: 'allowances',
    file: 'db/functions/names.sql',
    text: 'and owner_of_name(name_key) = owner_of_name(name_key(employer))',
    instead: 'and owner_of_name(name_key(employer)) is not null',
    reopens: 'the word of one owner lets a firm post under the names of all',
  },
]

const names: Break[] = [
  {
    gate: 'names',
    file: 'src/features/names/server/service.ts',
    text: 'const waits = (await queries.findOthersNames(',
    instead: 'const waits = false && (await queries.findOthersNames(',
    reopens: 'a verified hospital claims any name that resembles another one',
  },
  {
    gate: 'names',
    file: 'db/functions/names.sql',
    text: "where organization_id = organization_of(owner) and name_key = name_key(employer) and kind = 'own'",
    instead: "where organization_id = organization_of(owner) and kind = 'own'",
    reopens: 'the mark goes to whatever name a marked account types',
  },
  {
    gate: 'names',
    file: 'db/functions/names.sql',
    text: "then case when given.allowed then 'accepted' else 'owned' end",
    instead: "then 'accepted'",
    reopens: 'one verified hospital posts as another',
  },
  {
    gate: 'names',
    file: 'db/functions/names.sql',
    text: '        name_key = name_key(employer) and (',
    instead: '        (',
    reopens: 'a grant for one name speaks for all',
  },
  {
    gate: 'names',
    file: 'db/functions/before-tables.sql',
    text: "  return replace(replace(replace(name_words($1), ' ', ''), 'rn', 'm'), 'vv', 'w');",
    instead: "  return lower(replace($1, ' ', ''));",
    reopens: 'letters that look alike make another name',
  },
  {
    gate: 'names',
    file: `${postings}/settings.ts`,
    text: "if (standings.length > 0 && !standings.includes('unknown')) return null",
    instead: 'if (standings.length > 0) return null',
    reopens: 'a fresh account posts live under any name that nobody owns',
  },
  {
    gate: 'names',
    file: `${postings}/settings.ts`,
    text: "return standings.some((standing) => standing !== 'vouched')",
    instead: 'return standings.length === 0',
    reopens: 'an accepted posting is edited into another employer’s, live at once',
  },
  {
    gate: 'names',
    file: `${postings}/transitions.ts`,
    text: 'isAccepted: await isNameAccepted(trx, posting),',
    instead: "isAccepted: posting.status === 'active',",
    reopens: 'one rejection or removal forgets everything that was accepted',
  },
  {
    gate: 'names',
    file: 'src/features/postings/state-machine.ts',
    text: "    to: 'removed',\n    by: ['name-owner'],",
    instead: "    by: ['name-owner'],",
    reopens: 'the owner of a name cannot take down what others post under it',
  },
  {
    gate: 'names',
    file: 'src/features/employers/server/queries-team.ts',
    text: "status in ('pending', 'active') and owner_of_name(",
    instead: "status = 'pending' and owner_of_name(",
    reopens: 'the owner of a name does not see what others post under it',
  },
  {
    gate: 'names',
    file: 'src/features/employers/server/service-suspension.ts',
    text: '  await withdrawAllNames(',
    instead: '  if (id === actorId) await withdrawAllNames(',
    reopens: 'a suspended organization keeps its names',
  },
]

const finding = 'src/features/profiles/server/queries-finding.ts'

const profiles: Break[] = [
  {
    gate: 'profiles',
    file: finding,
    text: "found_until = case when ${isOn}::boolean then now() + ${days} * interval '1 day' end,",
    instead: "found_until = now() + ${days} * interval '1 day',",
    reopens: 'whoever hides is still found',
  },
  {
    gate: 'profiles',
    file: finding,
    text: '(to_firms or not ${isFirm}::boolean)',
    instead: '(to_firms or not ${isFirm}::boolean or true)',
    reopens: 'search firms find who did not say so',
  },
  {
    gate: 'profiles',
    file: finding,
    text: 'where strpos(theirs, mine) > 0 or strpos(mine, theirs) > 0',
    instead: 'where false and strpos(theirs, mine) > 0',
    reopens: 'the present employer finds its own physician',
  },
  {
    gate: 'profiles',
    file: finding,
    text: 'and not hidden_states && ${states}::text[]',
    instead: 'and not hidden_states && ${states.slice(0, 0)}::text[]',
    reopens: 'employers of a hidden state find a physician',
  },
  {
    gate: 'profiles',
    file: finding,
    text: "and declined_at > now() - ${declinedDays} * interval '1 day'",
    instead: "and declined_at < now() - ${declinedDays} * interval '1 day'",
    reopens: 'an employer goes on finding who said not now',
  },
  {
    gate: 'profiles',
    file: 'src/features/profiles/server/seekers.ts',
    text: 'if (!(await speaksFor(db, job.owner_id, job.employer)))',
    instead: 'if (!(await speaksFor(db, job.owner_id, job.employer)) && job.owner_id === null)',
    reopens: 'candidates are found under a name for which nobody speaks',
  },
  {
    gate: 'profiles',
    file: 'src/features/profiles/server/finding.ts',
    text: "await queries.insertViews(db, seeker, 'opened', [row.physicianId])",
    instead: "await queries.insertViews(db, seeker, 'opened', [])",
    reopens: 'a profile is opened, and its owner does not see by whom',
  },
  {
    gate: 'profiles',
    file: 'src/features/profiles/server/finding.ts',
    text: 'Object.fromEntries(shown.flatMap((name) => (fields[name] ? [[name, fields[name]]] : [])))',
    instead: 'shown.length > 0 ? fields : {}',
    reopens: 'employers read what is not shown',
  },
  {
    gate: 'profiles',
    file: 'src/features/profiles/server/invitations.ts',
    text: '(await speaksFor(db, row.ownerId, row.employer)) &&',
    instead: '',
    reopens: 'an invitation outlives the name under which it came',
  },
]

const connections = 'src/features/connections/server/queries.ts'

const keys: Break[] = [
  {
    gate: 'keys',
    file: connections,
    text: "and m.seat = 'owner' and maker.suspended_at is null and o.suspended_at is null",
    instead: "and m.seat = 'owner' and o.suspended_at is null",
    reopens: 'a program of a suspended account reads on',
  },
  {
    gate: 'keys',
    file: connections,
    text: 'where m.user_id = api_keys.made_by and m.organization_id = api_keys.organization_id',
    instead: 'where m.organization_id = api_keys.organization_id',
    reopens: 'a key outlives the seat of its maker',
  },
]

const hooks: Break[] = [
  {
    gate: 'hooks',
    file: 'src/features/connections/server/hooks.ts',
    text: '.get(applicationId)?.posterReads === true',
    instead: '.get(applicationId) !== undefined',
    reopens: 'a hook tells what the inbox no longer shows',
  },
  {
    gate: 'hooks',
    file: 'db/functions/connections.sql',
    text: 'join hooks on hooks.organization_id = m.organization_id',
    instead: 'cross join hooks',
    reopens: 'a hook tells another organization',
  },
  {
    gate: 'hooks',
    file: 'src/features/connections/server/hooks.ts',
    text: 'nextMinutes: isDelivered ? null : (minutes ?? null)',
    instead: 'nextMinutes: minutes ?? null',
    reopens: 'what was told is told again',
  },
  {
    gate: 'hooks',
    file: 'src/features/connections/server/queries-hooks.ts',
    text: ".deleteFrom('hooks')",
    instead: ".updateTable('hooks').set({ off_at: null })",
    reopens: 'a deleted hook goes on',
  },
  {
    gate: 'hooks',
    file: 'src/features/connections/server/queries-hooks.ts',
    text: 'where o.id = hooks.organization_id and o.suspended_at is null',
    instead: 'where o.id = hooks.organization_id',
    reopens: 'a suspended organization hears on',
  },
]

const submittals: Break[] = [
  {
    gate: 'submittals',
    file: 'src/features/profiles/server/invitations.ts',
    text: 'const accepts = firm === null ? message !== null : consents',
    instead: 'const accepts = firm === null ? message !== null : true',
    reopens: 'a firm presents who refused it',
  },
  {
    gate: 'submittals',
    file: 'src/features/profiles/server/invitations.ts',
    text: 'presentedBy: firm,',
    instead: 'presentedBy: null,',
    reopens: 'an applicant does not see who presented them',
  },
]

export const breaks: readonly Break[] = [
  ...names,
  ...senders,
  ...holds,
  ...reach,
  ...moves,
  ...mail,
  ...seats,
  ...allowances,
  ...profiles,
  ...keys,
  ...submittals,
  ...hooks,
]
