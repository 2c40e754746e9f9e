import RealTime
public enum Broker {
  public static func register(feed: UnsafeMutablePointer<SurfaceFeed>) {}
  public static func unregister(feed: UnsafeMutablePointer<SurfaceFeed>) {}
}
