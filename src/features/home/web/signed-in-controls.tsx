import { ChevronDown, LogOut } from 'lucide-react'
import { hires } from '#features/accounts/model.ts'
import { displayName, type CurrentUser } from '#shared/current-user.ts'
import { applicationsPath, favoritesPath, logoutPath, newJobPath } from '#shared/paths.ts'
import { buttonClass } from '#ui/button.tsx'
import { Menu, menuItemClass } from '#ui/menu.tsx'
import { Link, LinkButton } from '#platform/web/navigation.tsx'
import { WhoIsSignedIn } from './components/who-is-signed-in.tsx'
import { accountLinks } from './site-links.ts'

const openerClass =
  'flex min-h-10 items-center gap-1 rounded-sm px-0.5 font-medium md:px-2 text-ink ' +
  'transition-colors hover:bg-action-wash hover:text-action pointer-coarse:min-h-11'

export const SignedInControls = ({ user }: { user: CurrentUser }) => (
  <div className="flex items-center gap-1">
    {hires(user.role) && <PostJobMenu />}
    {user.role === 'physician' && (
      <>
        <LinkButton label="Saved" to={favoritesPath} look="quiet" className="max-xl:hidden" />
        <LinkButton
          label="Applications"
          to={applicationsPath}
          look="quiet"
          className="max-xl:hidden"
        />
      </>
    )}
    <AccountMenu user={user} />
    <a href={logoutPath} className={`${buttonClass('quiet')} max-xl:hidden`}>
      Logout
    </a>
  </div>
)

const PostJobMenu = () => (
  <div className="max-lg:hidden">
    <Menu
      label="Post Job"
      buttonClass={openerClass}
      button={
        <>
          Post Job
          <ChevronDown />
        </>
      }
    >
      {(close) => (
        <Link to={newJobPath} onClick={close} className={menuItemClass}>
          Post a Job
        </Link>
      )}
    </Menu>
  </div>
)

const AccountMenu = ({ user }: { user: CurrentUser }) => (
  <Menu
    label={`Signed in as ${displayName(user)}`}
    buttonClass={openerClass}
    button={
      <WhoIsSignedIn user={user}>
        <ChevronDown className="max-md:hidden" />
      </WhoIsSignedIn>
    }
  >
    {(close) => (
      <>
        <p className="border-b border-line px-3 pt-1 pb-2 text-xs text-muted xl:hidden">
          Signed in as
          <span className="block max-w-64 truncate text-sm font-semibold text-ink">
            {displayName(user)}
          </span>
        </p>
        <ul className="py-1">
          {accountLinks(user.role).map(({ to, label }) => (
            <li key={to}>
              <Link to={to} onClick={close} className={menuItemClass}>
                {label}
              </Link>
            </li>
          ))}
          <li className="xl:hidden">
            <a href={logoutPath} className={menuItemClass}>
              <LogOut />
              Logout
            </a>
          </li>
        </ul>
      </>
    )}
  </Menu>
)
