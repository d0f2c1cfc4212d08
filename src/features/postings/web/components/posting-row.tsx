import { EllipsisVertical } from 'lucide-react'
import { ageLabel } from '#features/jobs/display.ts'
import type { PostingSummary } from '#features/postings/contract-parts.ts'
import { postingCan } from '#features/postings/state-machine.ts'
import { editPostingPath, employerPostingPath } from '#shared/paths.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { iconButtonClass } from '#ui/icon-button.tsx'
import { Menu, menuItemClass } from '#ui/menu.tsx'
import { Link, useHydrated, useShownPage } from '#web/lib/navigation.tsx'
import { usePostingActions } from '../use-posting-actions.ts'
import { Expiry, PostingStatus } from './posting-status.tsx'

type Props = { posting: PostingSummary; isChosen: boolean; onChoose: (isChosen: boolean) => void }

export function PostingRow({ posting, isChosen, onChoose }: Props) {
  const { now } = useShownPage()
  const hydrated = useHydrated()
  const { id, title, company, location, specialty, status, updatedAt } = posting
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 border-b border-line py-3 lg:grid-cols-[auto_minmax(0,1fr)_13rem_auto] lg:items-center">
      <label className="flex size-8 items-center justify-center pointer-coarse:size-11">
        <span className="sr-only">Select {title}</span>
        <input
          type="checkbox"
          className="size-4 accent-action"
          disabled={!hydrated}
          checked={isChosen}
          onChange={({ target }) => onChoose(target.checked)}
        />
      </label>
      <div className="min-w-0">
        <h3 className="font-semibold break-words">
          <Link to={employerPostingPath(id)} className="text-ink no-underline hover:text-action">
            {title}
          </Link>
        </h3>
        <p className="text-xs break-words text-muted">
          {company} <span aria-hidden>·</span> {location} <span aria-hidden>·</span> {specialty}
        </p>
      </div>
      <div className="col-start-2 mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 lg:col-start-auto lg:mt-0 lg:flex-col lg:items-start">
        <span className="flex flex-wrap items-center gap-x-3">
          <PostingStatus status={status} />
          <Expiry posting={posting} now={now} />
        </span>
        <span className="text-xs text-muted">Updated: {ageLabel(updatedAt, now)}</span>
      </div>
      <RowActions posting={posting} />
    </li>
  )
}

function RowActions({ posting }: { posting: PostingSummary }) {
  const { isBusy, remove } = usePostingActions()
  const hydrated = useHydrated()
  const { id, title } = posting
  const about = <span className="sr-only"> {title}</span>
  return (
    <div className="col-start-2 mt-2 -ml-3 flex flex-wrap items-center lg:col-start-auto lg:mt-0 lg:ml-0">
      <Link to={employerPostingPath(id)} className={buttonClass('quiet', 'sm')}>
        <span>View{about}</span>
      </Link>
      {postingCan.edit(posting) && (
        <Link to={editPostingPath(id)} className={buttonClass('quiet', 'sm')}>
          <span>Edit{about}</span>
        </Link>
      )}
      <Button look="quiet" size="sm" disabled={!hydrated} aria-disabled={isBusy} onClick={() => void remove(posting)}>
        <span>Delete{about}</span>
      </Button>
      <MoreActions posting={posting} />
    </div>
  )
}

function MoreActions({ posting }: { posting: PostingSummary }) {
  const { isBusy, setActive, renew, duplicate } = usePostingActions()
  const { now } = useShownPage()
  const offers = [
    { label: 'Activate', isOffered: postingCan.activate(posting), act: () => setActive(posting, true) },
    { label: 'Deactivate', isOffered: postingCan.deactivate(posting), act: () => setActive(posting, false) },
    { label: 'Renew', isOffered: postingCan.renew(posting, new Date(now)), act: () => renew(posting) },
    { label: 'Duplicate', isOffered: true, act: () => duplicate(posting) },
  ].filter(({ isOffered }) => isOffered)
  return (
    <Menu
      label={`More for ${posting.title}`}
      buttonClass={iconButtonClass}
      button={
        <>
          <span className="sr-only">More for {posting.title}</span>
          <EllipsisVertical aria-hidden className="size-5" />
        </>
      }
    >
      {(close) =>
        offers.map(({ label, act }) => (
          <button
            key={label}
            type="button"
            aria-disabled={isBusy}
            className={menuItemClass}
            onClick={() => {
              close()
              void act()
            }}
          >
            {label}
          </button>
        ))
      }
    </Menu>
  )
}
