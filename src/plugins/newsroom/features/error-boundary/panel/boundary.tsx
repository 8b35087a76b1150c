import { Typography } from '@strapi/design-system';
import { Component, type ComponentType, type ErrorInfo, forwardRef, type ReactNode } from 'react';
import { useIntl } from 'react-intl';

interface State {
  isBroken: boolean;
}

/** Says in its place that a part of the panel failed; whatever stands around it, a form above all, stays. */
export class Boundary extends Component<{ children: ReactNode }, State> {
  override state: State = { isBroken: false };

  static getDerivedStateFromError(): State {
    return { isBroken: true };
  }

  override componentDidCatch(error: Error, { componentStack }: ErrorInfo): void {
    console.error('A part of the newsroom plugin failed:', error, componentStack);
  }

  override render(): ReactNode {
    return this.state.isBroken ? <Broken /> : this.props.children;
  }
}

function Broken() {
  const { formatMessage } = useIntl();
  return (
    <Typography role="alert" variant="pi" textColor="danger600">
      {formatMessage({ id: 'newsroom.error-boundary.broken' })}
    </Typography>
  );
}

/** A component within a boundary of its own: everything that the plugin gives to Strapi to draw. */
export const guarded = <P extends object>(Drawn: ComponentType<P>): ComponentType<P> =>
  forwardRef<unknown, P>(function Guarded(props, ref) {
    return (
      <Boundary>
        <Drawn {...(props as P)} {...(ref ? { ref } : {})} />
      </Boundary>
    );
  }) as unknown as ComponentType<P>;

/** The same of a component that is loaded when it is drawn first: a page, or a custom field. */
export const guardedPage =
  <P extends object>(load: () => Promise<{ default: ComponentType<P> }>) =>
  async (): Promise<{ default: ComponentType<P> }> => ({ default: guarded((await load()).default) });
