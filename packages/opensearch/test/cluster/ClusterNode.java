import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.opensearch.analysis.common.CommonAnalysisPlugin;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.logging.LogConfigurator;
import org.opensearch.common.settings.Settings;
import org.opensearch.node.InternalSettingsPreparer;
import org.opensearch.node.Node;
import org.opensearch.plugins.Plugin;
import org.opensearch.transport.Netty4Plugin;

/**
 * One node of a cluster for tests in a process of its own. Arguments are settings, each as name=value; the system
 * property "plugin" is the class of a further plugin.
 */
public final class ClusterNode extends Node {
  private ClusterNode(Settings settings, String name) throws ClassNotFoundException {
    super(
        InternalSettingsPreparer.prepareEnvironment(settings, Map.of(), null, () -> name), plugins(), true);
  }

  private static List<Class<? extends Plugin>> plugins() throws ClassNotFoundException {
    List<Class<? extends Plugin>> plugins = new ArrayList<>();
    plugins.add(Netty4Plugin.class);
    plugins.add(CommonAnalysisPlugin.class);
    String further = System.getProperty("plugin");
    if (further != null) plugins.add(Class.forName(further).asSubclass(Plugin.class));
    return plugins;
  }

  /** Log lines carry no node id here: each node has a log of its own. */
  @Override
  protected void configureNodeAndClusterIdStateListener(ClusterService service) {}

  public static void main(String[] arguments) throws Exception {
    Settings.Builder settings = Settings.builder();
    for (String argument : arguments) {
      String[] pair = argument.split("=", 2);
      settings.put(pair[0], pair[1]);
    }
    String name = settings.get("node.name");
    Files.createDirectories(Path.of(settings.get("path.home"), "config"));
    LogConfigurator.setNodeName(name);
    ClusterNode node = new ClusterNode(settings.build(), name);
    node.start();
    new CountDownLatch(1).await();
  }
}
