import { Typography } from '@strapi/design-system';
import { Component, type ComponentType, type ErrorInfo, forwardRef, type ReactNode } from 'react';
import { useIntl } from 'react-intl';

interface State {
  isBroken: boolean;
}

/** React error boundary: replaces a part that failed to render by a message, so that the form around it stays usable. */
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

/** Wraps a component in an error boundary. For every component that the plugin passes to Strapi. */
export const withBoundary = <P extends object>(Wrapped: ComponentType<P>): ComponentType<P> =>
  forwardRef<unknown, P>(function Guarded(props, ref) {
    return (
      <Boundary>
        <Wrapped {...(props as P)} {...(ref ? { ref } : {})} />
      </Boundary>
    );
  }) as unknown as ComponentType<P>;

/** Wraps a lazily loaded component, such as a page or a custom field, in an error boundary. */
export const lazyWithBoundary =
  <P extends object>(load: () => Promise<{ default: ComponentType<P> }>) =>
  async (): Promise<{ default: ComponentType<P> }> => ({ default: withBoundary((await load()).default) });
