import { migration } from '@posthorn/chassis'

/** Workspaces on their way between two installations, with the numbers that callbacks name. The command that moves them writes it. */
export const workspaceMoves042 = migration('gateway_042_workspace_moves', [
  `create table workspace_move (
    workspace_id text collate "C" primary key,
    state text not null check (state in ('leaving', 'gone', 'arriving')),
    numbers text[] not null default '{}',
    since timestamptz not null default now()
  )`,
])
