const { createHash } = require('node:crypto');
const { readFileSync } = require('node:fs');
const path = require('node:path');

/** The layers of docs/architecture.md: which folder may import from which. `npm run layers` checks them. */
const ENGINE = '^src/plugins/rostra/server/src';
const PANEL = '^src/(admin|plugins/[^/]+/(admin|panel|shared|features/[^/]+/(panel|shared|texts)))/';
const DATA_OF_PANEL = '^src/(panels\\.ts$|api/[^/]+/panel\\.ts$|components/[^/]+/panels/|(api|components)/.*\\.json$)';

const digestOf = (file) =>
  createHash('sha1')
    .update(readFileSync(path.join(__dirname, file)))
    .digest('hex');

/** Forbids every import from files at `from` to files at `to`, but for those at `except`. */
const wall = (name, from, to, { except = [], comment, ...rest }) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from },
  to: { path: to, ...(except.length > 0 ? { pathNot: except } : {}), ...rest },
});

module.exports = {
  forbidden: [
    wall('common-stands-alone', '^src/common/', '^src/', {
      except: ['^src/common/'],
      comment: 'src/common is the base layer: it imports nothing of the project.',
    }),
    wall('domain-on-common', '^src/domain/', '^src/', {
      except: ['^src/(domain|common)/'],
      comment: 'src/domain holds pure rules: of the project it imports src/common only.',
    }),
    wall('panel-without-server', PANEL, '^src/', {
      except: [PANEL, DATA_OF_PANEL, '^src/(common|domain)/'],
      comment: 'Browser code imports common, domain, shared and panel.ts files only; a server file would be bundled.',
    }),
    wall('panel-without-node', PANEL, '^(node:|(crypto|fs|path|os|stream|timers|util)(/|$))', {
      reachable: true,
      comment: 'Browser code reaches a module of Node.js, also through common and domain.',
    }),
    wall('declarations-through-entry-points', '^src/api/', '^src/', {
      except: [`${ENGINE}/(declare|operate)\\.ts$`, '^src/(api|common|domain|components)/', '/shared/'],
      comment: 'A declaration is written with declare.ts and operate.ts; what it lacks is exported there.',
    }),
    wall('engine-knows-no-resource', `${ENGINE}/`, '^src/(api|domain|cli|admin|first-start|plugins/(?!rostra/))', {
      comment: 'The engine names no resource: declarations and rules are given to it at start (src/index.ts).',
    }),
    wall(
      'sql-in-store',
      `${ENGINE}/(access|checks|describe|export|history|http|import|operations|plan)/`,
      `${ENGINE}/sql/(?!model)`,
      {
        dependencyTypesNot: ['type-only'],
        comment: 'SQL is written in store/ and sql/, and in declarations: move the statement into store/.',
      },
    ),
    wall(
      'http-on-top',
      `${ENGINE}/(store|sql|fields|filters|resource|operations|import|plan|export|checks)/`,
      `${ENGINE}/(http|strapi-routes|describe)/|node_modules/(@types/)?koa`,
      {
        comment: 'Only what answers requests knows HTTP and Koa.',
      },
    ),
    wall(
      'store-below-operations',
      `${ENGINE}/(store|sql)/`,
      `${ENGINE}/(operations|import|plan|export|checks|guard)/`,
      {
        comment: 'store/ and sql/ serve operations, imports and exports; they import none of them.',
      },
    ),
    wall('planning-apart-from-applying', `${ENGINE}/plan/(planning|applying)/`, `${ENGINE}/plan/(planning|applying)/`, {
      except: [`${ENGINE}/plan/$1/`],
      comment: 'What a plan says is made in planning/, what it does in applying/; both share the files of plan/ only.',
    }),
    wall('strapi-by-its-entries', '^src/(?!strapi/|plugins/newsroom/panel/strapi/)', '@strapi/', {
      except: [
        '^@strapi/admin/strapi-admin$',
        '^node_modules/@strapi/(strapi|utils|design-system|icons)/dist/index\\.js$',
      ],
      comment:
        'What reaches into Strapi stands in src/strapi, or in panel/strapi of the newsroom plugin for the browser.',
    }),
    wall('panel-strapi-below-features', '^src/plugins/newsroom/panel/strapi/', '^src/plugins/newsroom/features/', {
      except: ['/features/error-boundary/panel/'],
      comment: 'All features use panel/strapi; it imports none of them, except the error boundary.',
    }),
    wall('backups-without-restores', '^src/runtime/backup/', '^src/runtime/restore/', {
      comment: 'Restores use what is known of backups; making and verifying backups needs no restore.',
    }),
    {
      name: 'no-cycles',
      comment: 'Modules that import each other at run time cannot be loaded, read or tested one by one.',
      severity: 'error',
      from: { path: '^src/' },
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
  ],
  options: {
    // By what the files hold: a run that finds none changed reads none. Rules name packages, too.
    cache: { folder: `.tmp/layers/${digestOf('package-lock.json')}`, strategy: 'content' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.test\\.tsx?$' },
    tsPreCompilationDeps: true,
    moduleSystems: ['es6'],
  },
};
